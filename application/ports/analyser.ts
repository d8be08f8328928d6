import type {
  BaseSections,
  Corrections,
  DetectionSections,
  PlagiarismSection,
} from '../../domain/checks/report.ts';
import type { Fingerprints, LibraryText } from '../../domain/text/plagiarism/fingerprint.ts';
import type { UiLanguage } from '../../domain/text/ui-language.ts';
import type { DocumentContent } from './document-reader.ts';

/** The text as every check sees it, and how many words are charged. */
export interface PreparedText {
  readonly base: BaseSections;
  /** UAX 29 words with a letter or digit, of `base.text`. */
  readonly words: number;
}

/** The engine crashed, ran out of time or memory. Nothing may be charged. */
export class AnalysisFailedError extends Error {
  override readonly name = 'AnalysisFailedError';
}

export interface AnalysisOptions {
  /** Work of one caller takes turns with the work of others. */
  readonly fairnessKey: string;
}

/** CPU work on texts, off the event loop. @throws AnalysisFailedError, OverloadedError */
export interface Analyser {
  /** Changes whenever an engine may answer differently: part of every cache key. */
  readonly engineVersion: string;
  prepare(
    text: string,
    document: Omit<DocumentContent, 'text'> | null,
    options: AnalysisOptions,
  ): Promise<PreparedText>;
  detect(
    request: {
      readonly base: BaseSections;
      readonly uiLanguage: UiLanguage;
      readonly deep: boolean;
    },
    options: AnalysisOptions,
  ): Promise<DetectionSections>;
  grammar(
    request: {
      readonly text: string;
      readonly language: string | null;
      readonly uiLanguage: UiLanguage;
    },
    options: AnalysisOptions,
  ): Promise<Corrections>;
  fingerprint(
    request: { readonly text: string; readonly key: Uint8Array },
    options: AnalysisOptions,
  ): Promise<Fingerprints>;
  compare(
    request: {
      readonly text: string;
      readonly fingerprints: Fingerprints;
      readonly candidates: readonly LibraryText[];
    },
    options: AnalysisOptions,
  ): Promise<PlagiarismSection>;
  close(): Promise<void>;
}
