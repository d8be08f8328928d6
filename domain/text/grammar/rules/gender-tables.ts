import type { GenderTable } from './suffix-gender.ts';

const none: ReadonlySet<string> = new Set();
const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

export const spanishGender: readonly GenderTable[] = [
  {
    nouns: /.{2}(?:ción|sión|dad|tad|tud|umbre)$/u,
    except: set('alud ataúd laúd talud abad edad lumbre alumbre deslumbre acostumbre vislumbre'),
    determiners: {
      el: 'la',
      un: 'una',
      este: 'esta',
      ese: 'esa',
      aquel: 'aquella',
      nuestro: 'nuestra',
      mucho: 'mucha',
      otro: 'otra',
      del: 'de la',
      al: 'a la',
    },
  },
  {
    nouns: /.{3}(?:ciones|siones|dades|tudes)$/u,
    except: set('aludes ataúdes laúdes taludes abades'),
    determiners: {
      los: 'las',
      unos: 'unas',
      estos: 'estas',
      esos: 'esas',
      muchos: 'muchas',
      otros: 'otras',
      todos: 'todas',
      varios: 'varias',
      algunos: 'algunas',
      nuestros: 'nuestras',
    },
  },
  {
    nouns:
      /^(?:problema|sistema|tema|programa|clima|idioma|mapa|planeta|día|poema|dilema|teorema|esquema|síntoma|diploma|drama|fantasma|lema|aroma|enigma)$|.{3}miento$/u,
    except: none,
    determiners: {
      la: 'el',
      una: 'un',
      esta: 'este',
      esa: 'ese',
      aquella: 'aquel',
      otra: 'otro',
      mucha: 'mucho',
      nuestra: 'nuestro',
    },
  },
  {
    nouns:
      /^(?:problemas|sistemas|temas|programas|climas|idiomas|mapas|planetas|días|poemas|dilemas|esquemas|síntomas|dramas|fantasmas)$|.{3}mientos$/u,
    except: none,
    determiners: {
      las: 'los',
      unas: 'unos',
      estas: 'estos',
      esas: 'esos',
      muchas: 'muchos',
      otras: 'otros',
      todas: 'todos',
      varias: 'varios',
      algunas: 'algunos',
    },
  },
];

export const portugueseGender: readonly GenderTable[] = [
  {
    nouns: /.{3}(?:ação|ição|ução|ssão|nsão|dade|tude|agem)$/u,
    except: set('personagem selvagem'),
    determiners: {
      o: 'a',
      um: 'uma',
      este: 'esta',
      esse: 'essa',
      aquele: 'aquela',
      do: 'da',
      no: 'na',
      ao: 'à',
      pelo: 'pela',
      meu: 'minha',
      seu: 'sua',
      nosso: 'nossa',
      outro: 'outra',
      muito: 'muita',
    },
  },
  {
    nouns:
      /^(?:problema|sistema|tema|programa|clima|idioma|mapa|planeta|dia|poema|dilema|esquema|sintoma|diploma|drama|fantasma|lema|aroma|enigma|telefonema|cinema)$|.{3}mento$/u,
    except: set('argamento ementa'),
    determiners: {
      uma: 'um',
      esta: 'este',
      essa: 'esse',
      aquela: 'aquele',
      da: 'do',
      na: 'no',
      pela: 'pelo',
      minha: 'meu',
      sua: 'seu',
      nossa: 'nosso',
      outra: 'outro',
    },
  },
];

export const italianGender: readonly GenderTable[] = [
  {
    nouns: /^[^aeiouàèéìòù].{2,}(?:zione|sione|trice|tudine)$/u,
    except: none,
    determiners: {
      il: 'la',
      un: 'una',
      lo: 'la',
      del: 'della',
      al: 'alla',
      dal: 'dalla',
      nel: 'nella',
      sul: 'sulla',
      questo: 'questa',
      quel: 'quella',
      nostro: 'nostra',
    },
  },
  {
    nouns:
      /^(?:problema|sistema|tema|programma|clima|poeta|pianeta|teorema|dilemma|diploma|dramma|fantasma)$|^[^aeiouàèéìòùsz].{2,}mento$/u,
    except: none,
    determiners: {
      la: 'il',
      una: 'un',
      della: 'del',
      alla: 'al',
      dalla: 'dal',
      nella: 'nel',
      sulla: 'sul',
      questa: 'questo',
      quella: 'quel',
      nostra: 'nostro',
    },
  },
];

export const frenchGender: readonly GenderTable[] = [
  {
    nouns: /^[^aeiouhàâéèêîôûœy].{2,}(?:tion|sion|ence|ance|itude|ette)$/u,
    except: set(
      'bastion silence balance squelette quartette quintette dilettante gypaette minuscule ballette casse-noisette trompette',
    ),
    determiners: {
      le: 'la',
      un: 'une',
      ce: 'cette',
      du: 'de la',
      au: 'à la',
      mon: 'ma',
      ton: 'ta',
      son: 'sa',
      quel: 'quelle',
      aucun: 'aucune',
    },
  },
  {
    nouns:
      /^(?:problème|système|programme|gouvernement|changement|développement|comportement|département|bâtiment|moment|sentiment|jugement|traitement|document|monument|logement|règlement|paiement|mouvement|renseignement|courage|voyage|message|village|visage|garage|mariage|fromage|paysage|personnage|langage|nuage|dommage|passage|massage|partage|chômage|silence|squelette|musée|lycée|trophée)$/u,
    except: none,
    determiners: {
      la: 'le',
      une: 'un',
      cette: 'ce',
      ma: 'mon',
      ta: 'ton',
      sa: 'son',
      quelle: 'quel',
      aucune: 'aucun',
    },
  },
];

const germanFeminine = {
  das: 'die',
  ein: 'eine',
  einen: 'eine',
  eines: 'einer',
  einem: 'einer',
  kein: 'keine',
  keinen: 'keine',
  keines: 'keiner',
  keinem: 'keiner',
  mein: 'meine',
  meinen: 'meine',
  dieses: 'diese',
  diesem: 'dieser',
  jedes: 'jede',
  jedem: 'jeder',
  dem: 'der',
  des: 'der',
  vom: 'von der',
  beim: 'bei der',
  im: 'in der',
  ins: 'in die',
  zum: 'zur',
};

export const germanGender: readonly GenderTable[] = [
  {
    nouns: /.{4}(?:heit|keit|schaft|ität|ung)$/u,
    except: set(
      'ursprung vorsprung absprung seitensprung hornung umschwung aufschwung abschwung rückschwung dachvorsprung quantensprung weitsprung hochsprung',
    ),
    determiners: germanFeminine,
  },
  {
    nouns: /^(?:mädchen|märchen|brötchen|kaninchen|hähnchen|häuschen|päckchen|fräulein)$/u,
    except: none,
    determiners: { eine: 'ein', meine: 'mein', keine: 'kein', zur: 'zum' },
  },
];
