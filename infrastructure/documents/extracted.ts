import type { FileSection, Finding } from '../../domain/checks/report.ts';
import type { Declaration } from './provenance/declarations.ts';

export type DocumentType = FileSection['detected_type'];

/** What a format knows about its file; members it cannot know keep the values of `noFacts`. */
export type FileFacts = Omit<FileSection, 'name' | 'type' | 'detected_type' | 'bytes' | 'sha256'>;

/** What one format's reader hands back. */
export interface Extracted {
  readonly text: string;
  readonly facts: FileFacts;
  readonly findings: readonly Finding[];
  readonly declarations: readonly Declaration[];
}

export const noFacts: FileFacts = {
  pages: null,
  created: null,
  modified: null,
  creator: null,
  producer: null,
  application: null,
  editing_minutes: null,
  revisions: null,
  authors: [],
  hidden_text_chars: 0,
};

const longestValue = 300;
const mostAuthors = 20;

/** Metadata is written by strangers: trimmed, without control characters, cut, null when nothing is left. */
export function metadataValue(value: string | null | undefined): string | null {
  const cleaned = (value ?? '').replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim();
  return cleaned === '' ? null : cleaned.slice(0, longestValue).replace(/\p{Cs}/gu, '');
}

export function distinctAuthors(names: readonly (string | null | undefined)[]): string[] {
  const cleaned = names.map(metadataValue).filter((name) => name !== null);
  return [...new Set(cleaned)].slice(0, mostAuthors);
}
