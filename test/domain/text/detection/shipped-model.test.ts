import assert from 'node:assert/strict';
import type { Verdict } from '../../../../domain/checks/report.ts';
import { detect } from '../../../../domain/text/detection/detect.ts';
import { hashText } from '../../../../domain/text/detection/tokens.ts';
import { sentences } from '../../../../domain/text/sentences.ts';
import { type UiLanguage, uiLanguages } from '../../../../domain/text/ui-language.ts';
import { loadDetectionModel } from '../../../../infrastructure/analysis/detection-model.ts';
import { reading } from './sample-model.ts';

/** Lincoln, Goethe, Proust, Cervantes, Machado de Assis, Manzoni: all in the public domain. */
const classics: Readonly<Record<UiLanguage, string>> = {
  en: `Four score and seven years ago our fathers brought forth on this continent, a new nation, conceived in Liberty, and dedicated to the proposition that all men are created equal. Now we are engaged in a great civil war, testing whether that nation, or any nation so conceived and so dedicated, can long endure. We are met on a great battle-field of that war. We have come to dedicate a portion of that field, as a final resting place for those who here gave their lives that that nation might live. It is altogether fitting and proper that we should do this.`,
  de: `Eine wunderbare Heiterkeit hat meine ganze Seele eingenommen, gleich den süßen Frühlingsmorgen, die ich mit ganzem Herzen genieße. Ich bin allein und freue mich meines Lebens in dieser Gegend, die für solche Seelen geschaffen ist wie die meine. Ich bin so glücklich, mein Bester, so ganz in dem Gefühle von ruhigem Dasein versunken, daß meine Kunst darunter leidet. Ich könnte jetzt nicht zeichnen, nicht einen Strich, und bin nie ein größerer Maler gewesen als in diesen Augenblicken. Wenn das liebe Tal um mich dampft, und die hohe Sonne an der Oberfläche der undurchdringlichen Finsternis meines Waldes ruht.`,
  fr: `Longtemps, je me suis couché de bonne heure. Parfois, à peine ma bougie éteinte, mes yeux se fermaient si vite que je n’avais pas le temps de me dire : « Je m’endors. » Et, une demi-heure après, la pensée qu’il était temps de chercher le sommeil m’éveillait ; je voulais poser le volume que je croyais avoir encore dans les mains et souffler ma lumière ; je n’avais pas cessé en dormant de faire des réflexions sur ce que je venais de lire, mais ces réflexions avaient pris un tour un peu particulier ; il me semblait que j’étais moi-même ce dont parlait l’ouvrage.`,
  es: `En un lugar de la Mancha, de cuyo nombre no quiero acordarme, no ha mucho tiempo que vivía un hidalgo de los de lanza en astillero, adarga antigua, rocín flaco y galgo corredor. Una olla de algo más vaca que carnero, salpicón las más noches, duelos y quebrantos los sábados, lentejas los viernes, algún palomino de añadidura los domingos, consumían las tres partes de su hacienda. El resto della concluían sayo de velarte, calzas de velludo para las fiestas, con sus pantuflos de lo mesmo, y los días de entresemana se honraba con su vellorí de lo más fino.`,
  pt: `Uma noite destas, vindo da cidade para o Engenho Novo, encontrei no trem da Central um rapaz aqui do bairro, que eu conheço de vista e de chapéu. Cumprimentou-me, sentou-se ao pé de mim, falou da lua e dos ministros, e acabou recitando-me versos. A viagem era curta, e os versos pode ser que não fossem inteiramente maus. Sucedeu, porém, que, como eu estava cansado, fechei os olhos três ou quatro vezes; tanto bastou para que ele interrompesse a leitura e metesse os versos no bolso.`,
  it: `Quel ramo del lago di Como, che volge a mezzogiorno, tra due catene non interrotte di monti, tutto a seni e a golfi, a seconda dello sporgere e del rientrare di quelli, vien, quasi a un tratto, a ristringersi, e a prender corso e figura di fiume, tra un promontorio a destra, e un’ampia costiera dall’altra parte; e il ponte, che ivi congiunge le due rive, par che renda ancor più sensibile all’occhio questa trasformazione, e segni il punto in cui il lago cessa, e l’Adda rincomincia, per ripigliar poi nome di lago dove le rive, allontanandosi di nuovo, lascian l’acqua distendersi.`,
};

const assistant = `Effective communication plays a crucial role in fostering a positive workplace environment. When employees feel heard and valued, they are more likely to engage with their tasks and collaborate with their colleagues. Moreover, clear communication helps to reduce misunderstandings, which can ultimately lead to improved productivity and overall job satisfaction. In addition, leaders who actively listen to their teams can build trust and create a culture of transparency. It is important to note that communication is not solely about speaking; it also involves listening, empathy, and understanding diverse perspectives. By embracing these principles, organizations can navigate challenges more effectively and unlock their full potential. In conclusion, investing in communication skills is essential for long-term success, as it empowers individuals and strengthens relationships across every level of the organization.`;

function verdictOn(text: string, language: UiLanguage): Verdict {
  const base = { text, findings: [], provenance: { declared: null, marks: [] } };
  const found = sentences(text, language);
  return detect({ base, sentences: found, language, deep: false, model: loadDetectionModel() })
    .verdict;
}

describe('the model that ships', () => {
  it('accuses none of the classics', () => {
    for (const language of uiLanguages) {
      const { key, p_ai } = verdictOn(classics[language], language);
      assert.ok(!['ai', 'likely_ai', 'mixed'].includes(key), `${language}: ${key}, ${p_ai}`);
    }
  });

  it('hears the assistant in a smooth essay', () => {
    const { p_ai } = verdictOn(assistant, 'en');
    assert.ok(p_ai > 0.6, `${p_ai}`);
  });

  it('is read with the features it was trained on', () => {
    // Fails when the reading of a text changes: then the weights must be trained anew.
    const { ngrams } = reading(classics.en);
    assert.equal(hashText(ngrams.buckets.join(' ')), expectedReading);
  });
});

const expectedReading = -446737624;
