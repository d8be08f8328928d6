import type { UiLanguage } from './ui-language.ts';

type Abbreviations = Readonly<Record<UiLanguage, ReadonlySet<string>>>;

/** Small letters, without the last point. */
const list = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** After these a sentence goes on, whatever comes. */
export const abbreviations: Abbreviations = {
  en: list(
    'mr mrs ms messrs dr prof rev hon gen gov sen rep col capt lt sgt cmdr adm pres supt fr mt ft vs cf e.g i.e eg ie viz approx ca al ed eds trans est',
  ),
  pt: list(
    'st mr mrs sr sra srs sras srta dr dra drs dras prof profa profª prof.ª eng engª d exmo exma ilmo ilma v.exa gen cel cap ten maj sgt alm mons pe av r tel ex p.ex cf vs aprox ed eds org orgs ref min máx sto sta gov dep des',
  ),
  es: list(
    'st mr mrs sr sra sres sras srta d dña dª dr dra dres prof profa lic ing arq gral cnel cap tte sgto mons fr sto sta p.ej ej cf vs aprox ed eds coord dir ref mín máx av avda c/ pza tel excmo excma ilmo ilma gob',
  ),
  fr: list(
    'mr mm mme mmes mlle mlles dr drs prof mgr st ste av bd boul cf vs ex p.ex env éd éds coll trad réf tél gén col cap lt sgt cie dir',
  ),
  de: list(
    'hr hrn fr frl dr prof dipl ing dipl.-ing hl st str nr bzw ca vgl z.b d.h u.a i.d.r s.o s.u evtl ggf inkl exkl zzgl sog bspw insb allg geb gest verh ehem gen gegr max min mind mio mrd tsd tel abs abb bd hrsg aufl verl jh jhd jhdt chr v.chr n.chr kap anm ff zt z.t o.ä u.ä jan feb mär apr jun jul aug sep sept okt nov dez röm griech lat engl frz dt österr schweiz amerik ev kath bes betr entspr erg inh jr lfd ltd mtl näml orig resp rd stdt teilw usf vorm zus',
  ),
  it: list(
    'st mr mrs sig sigg sig.ra sig.na sigra dr dott dott.ssa dottssa prof prof.ssa profssa avv ing arch geom rag on sen gen col cap ten magg serg mons don s ss v.le p.zza p.le tel es ad.es p.es cfr vs ca circa ed edd trad cit op rif min max spett egr gent ill',
  ),
};

/** These may also end a sentence: they do when a word follows that mostly starts one. */
export const abbreviationsThatMayEnd: Abbreviations = {
  en: list(
    'inc ltd corp co bros plc llc jr sr st ave blvd rd etc u.s u.k u.n e.u u.s.a d.c a.m p.m b.c a.d b.c.e c.e ph.d m.d b.a m.a m.sc b.sc d.phil jan feb mar apr jun jul aug sep sept oct nov dec mon tue wed thu fri sat sun dept univ assn div',
  ),
  pt: list('etc ltda cia s.a jr a.c d.c e.u.a jan fev mar abr mai jun jul ago set out nov dez séc'),
  es: list(
    'etc ltda cía s.a s.l s.a.u jr a.c d.c ee.uu ee aa rr.hh a.m p.m ud uds vd vds ene feb mar abr may jun jul ago sep sept oct nov dic',
  ),
  fr: list('etc s.a s.a.r.l jr j.-c av.j.-c apr.j.-c janv févr avr juill sept oct nov déc'),
  de: list('usw etc ag gmbh co jr sr u.s u.s.a d.c'),
  it: list(
    'ecc etc s.p.a s.r.l spa srl jr a.c d.c gen feb mar apr mag giu lug ago set ott nov dic',
  ),
};

/** These are abbreviations only in front of a number. */
export const abbreviationsBeforeNumbers: Abbreviations = {
  en: list('no nos p pp vol vols fig figs art arts sec secs ch chap eq par para nr c ref v'),
  pt: list('n nº n.º nos p pp pág págs pag vol vols fig figs art arts cap caps séc núm inc'),
  es: list('n nº n.º núm nums núms p pp pág págs vol vols fig figs art arts cap caps s'),
  fr: list('n nº n° no nos p pp vol vols fig figs art arts chap t s ann'),
  de: list('nr nrn s bd bde abb art kap ziff rn az heft'),
  it: list('n nn nr p pp pag pagg vol voll fig figg art artt cap capp sec t'),
};
