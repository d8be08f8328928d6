import type { UiLanguage } from '../text/ui-language.ts';

/** The three checks that cost credits, in the order of the specification. */
export const checkKinds = ['ai', 'grammar', 'plagiarism'] as const;
export type CheckKind = (typeof checkKinds)[number];

export interface CheckSelection {
  readonly ai: boolean;
  readonly grammar: boolean;
  readonly plagiarism: boolean;
  /** A deeper reading by AI detection; without `ai` it does nothing and costs nothing. */
  readonly deep: boolean;
}

export type CheckSource =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string | null; readonly bytes: Uint8Array };

export interface CheckRequest {
  readonly source: CheckSource;
  readonly checks: CheckSelection;
  readonly uiLanguage: UiLanguage;
  /** Also add the text's fingerprints to the caller's comparison library. */
  readonly store: boolean;
}
