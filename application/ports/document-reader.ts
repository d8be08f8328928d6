import type { BaseSections, Finding, Provenance } from '../../domain/checks/report.ts';
import type { Outcome } from '../../domain/shared/refusal.ts';

export interface ReadDocumentRequest {
  readonly name: string | null;
  readonly bytes: Uint8Array;
}

/** The text and the facts of a file. `file` is the report's `file` section. */
export interface DocumentContent {
  readonly text: string;
  readonly file: NonNullable<BaseSections['file']>;
  readonly findings: readonly Finding[];
  readonly provenance: Provenance;
}

/**
 * Reads PDF, DOCX, TXT, MD and HTML, by content, in a process that can be killed.
 * Refuses with `unsupported_type`, `unreadable`, `empty`, `text_too_long`, `file_too_large`.
 * @throws OverloadedError when too many files wait
 */
export interface DocumentReader {
  read(request: ReadDocumentRequest): Promise<Outcome<DocumentContent>>;
  close(): Promise<void>;
}
