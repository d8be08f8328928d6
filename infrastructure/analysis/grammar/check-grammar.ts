import type { Corrections, Edit } from '../../../domain/checks/report.ts';
import { checkText, checkUnknownLanguage } from '../../../domain/text/grammar/check-text.ts';
import { mergeGrammar } from '../../../domain/text/grammar/corrections.ts';
import { type DocumentWords, documentWords } from '../../../domain/text/grammar/document-words.ts';
import { explain, messageKeyOf } from '../../../domain/text/grammar/explain.ts';
import { grammarPieces } from '../../../domain/text/grammar/grammar-pieces.ts';
import type { Knows } from '../../../domain/text/grammar/near-words.ts';
import { withoutOverlaps } from '../../../domain/text/grammar/overlaps.ts';
import type { RuleEdit } from '../../../domain/text/grammar/rules/rule.ts';
import { isUiLanguage, type UiLanguage } from '../../../domain/text/ui-language.ts';
import { countWords } from '../../../domain/text/words.ts';
import { lintEnglish } from './harper.ts';
import { harperEdits } from './harper-edits.ts';
import { harperInput } from './harper-input.ts';
import { dictionary } from './hunspell.ts';

export interface GrammarRequest {
  readonly text: string;
  /** ISO 639-1 of the text; null when it could not be told. Engines exist for six languages. */
  readonly language: string | null;
  /** Language of the explanations. */
  readonly uiLanguage: UiLanguage;
}

/** Checks a whole text of any length in one go. Offsets are UTF-16 code units of the text. */
export async function checkGrammar(request: GrammarRequest): Promise<Corrections> {
  const knownWords = documentWords(request.text);
  const pieces: { start: number; edits: readonly Edit[] }[] = [];
  for (const { start, end } of grammarPieces(request.text)) {
    const text = request.text.slice(start, end);
    pieces.push({ start, edits: await checkGrammarPiece({ ...request, text, knownWords }) });
  }
  return mergeGrammar({ pieces, words: countWords(request.text) });
}

/**
 * Checks one piece of a text; offsets are in the piece. `knownWords` is what `documentWords` says of the whole
 * text, so that a name is recognised in every piece; without it the piece stands for the whole.
 */
export async function checkGrammarPiece(
  request: GrammarRequest & { readonly knownWords?: DocumentWords },
): Promise<Edit[]> {
  const { text, language, uiLanguage } = request;
  if (language === null || !isUiLanguage(language)) {
    return withoutOverlaps(checkUnknownLanguage(text).map((edit) => explained(edit, uiLanguage)));
  }
  const document = request.knownWords ?? documentWords(text);
  const lexicon = await dictionary(language);
  const own = checkText(text, { language, lexicon, document }).map((edit) =>
    explained(edit, uiLanguage),
  );
  const more =
    language === 'en' ? await english({ text, knows: lexicon.knows, document }, uiLanguage) : [];
  return withoutOverlaps([...own, ...more]);
}

async function english(
  { text, knows, document }: { text: string; knows: Knows; document: DocumentWords },
  uiLanguage: UiLanguage,
): Promise<Edit[]> {
  const input = harperInput(text, knows);
  const lints = await lintEnglish(input, document);
  return harperEdits(lints, { text: input, knows, document }).map(({ key, message, ...edit }) => ({
    ...edit,
    // Harper's own sentence says more than our catalogue, but it only exists in English.
    explanation: uiLanguage === 'en' ? message : explain(key, edit, uiLanguage),
  }));
}

function explained(edit: RuleEdit, uiLanguage: UiLanguage): Edit {
  return { ...edit, explanation: explain(messageKeyOf(edit.rule), edit, uiLanguage) };
}
