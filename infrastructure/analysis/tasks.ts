import type { AnalysisOptions, PreparedText } from '../../application/ports/analyser.ts';
import type { DocumentContent } from '../../application/ports/document-reader.ts';
import type {
  BaseSections,
  Corrections,
  DetectionSections,
  PlagiarismSection,
} from '../../domain/checks/report.ts';
import type { PieceEdits } from '../../domain/text/grammar/corrections.ts';
import type { DocumentWords } from '../../domain/text/grammar/document-words.ts';
import type { Fingerprints, LibraryText } from '../../domain/text/plagiarism/fingerprint.ts';
import type { Span } from '../../domain/text/span.ts';
import type { UiLanguage } from '../../domain/text/ui-language.ts';

/** Facts of the file that a text was read from; null for a text that came as text. */
export type DocumentFacts = Omit<DocumentContent, 'text'> | null;

export interface GrammarPlan {
  readonly words: number;
  readonly pieces: readonly Span[];
  readonly knownWords: DocumentWords;
}

/** Everything a worker can be asked, by name: what it gets and what it answers. */
export interface TaskTypes {
  readonly prepare: {
    readonly request: { readonly text: string; readonly document: DocumentFacts };
    readonly answer: PreparedText;
  };
  readonly detect: {
    readonly request: {
      readonly base: BaseSections;
      readonly uiLanguage: UiLanguage;
      readonly deep: boolean;
    };
    readonly answer: DetectionSections;
  };
  /** A text short enough for one task. */
  readonly grammar: { readonly request: GrammarRequest; readonly answer: Corrections };
  /** What must be known of a whole long text before its pieces are checked. */
  readonly grammarPlan: {
    readonly request: { readonly text: string };
    readonly answer: GrammarPlan;
  };
  readonly grammarPiece: {
    readonly request: GrammarRequest & {
      readonly start: number;
      readonly knownWords: DocumentWords;
    };
    readonly answer: PieceEdits;
  };
  readonly fingerprint: {
    readonly request: { readonly text: string; readonly key: Uint8Array };
    readonly answer: Fingerprints;
  };
  readonly compare: {
    readonly request: {
      readonly text: string;
      readonly fingerprints: Fingerprints;
      readonly candidates: readonly LibraryText[];
    };
    readonly answer: PlagiarismSection;
  };
}

export interface GrammarRequest {
  readonly text: string;
  readonly language: string | null;
  readonly uiLanguage: UiLanguage;
}

export type TaskKind = keyof TaskTypes;
export type TaskRequest<Kind extends TaskKind> = TaskTypes[Kind]['request'];
export type TaskAnswer<Kind extends TaskKind> = TaskTypes[Kind]['answer'];

export type Task = {
  readonly [Kind in TaskKind]: { readonly kind: Kind; readonly request: TaskRequest<Kind> };
}[TaskKind];

/** Runs one task on some worker. @throws AnalysisFailedError */
export type RunTask = <Kind extends TaskKind>(
  kind: Kind,
  request: TaskRequest<Kind>,
  options: AnalysisOptions,
) => Promise<TaskAnswer<Kind>>;

const kinds: Readonly<Record<TaskKind, true>> = {
  prepare: true,
  detect: true,
  grammar: true,
  grammarPlan: true,
  grammarPiece: true,
  fingerprint: true,
  compare: true,
};

/** Both ends are this very program, so the name vouches for the rest. */
export function isTask(value: unknown): value is Task {
  return isRecord(value) && typeof value.kind === 'string' && value.kind in kinds;
}

export function isAnswerTo<Kind extends TaskKind>(
  kind: Kind,
  value: unknown,
): value is { readonly kind: Kind; readonly answer: TaskAnswer<Kind> } {
  return isRecord(value) && value.kind === kind && 'answer' in value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
