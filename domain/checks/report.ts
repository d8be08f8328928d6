import type { Json } from '../shared/json.ts';
import type { Span } from '../text/span.ts';

/** Shapes of API.md "Report" and of DECISIONS "Checks and reports". Member names are the wire's own. */

export type Severity = 'info' | 'low' | 'medium' | 'high' | 'critical';

export interface Finding {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  readonly description: string;
  /** True when this finding alone is hard evidence in the sense of `verdict.hard_evidence`. */
  readonly hard: boolean;
  readonly count: number;
  readonly evidence: {
    readonly codepoints?: readonly string[];
    readonly decoded?: string;
    readonly sample?: string;
    /** At most 50, in `report.text`. A removed mark is the empty span where it stood. */
    readonly positions: readonly Span[];
    /** The same places in the text as it was submitted. */
    readonly original_positions?: readonly Span[];
  };
  readonly benign_explanation: string;
}

export interface ProvenanceMark {
  readonly kind:
    | 'c2pa_manifest'
    | 'c2pa_text'
    | 'iptc_source_type'
    | 'aigc_label'
    | 'frontmatter'
    | 'generator'
    | 'text_label';
  readonly source: 'xmp' | 'info' | 'custom_xml' | 'text' | 'html' | 'image';
  readonly value: string;
  readonly producer: string | null;
  readonly validated: boolean;
  readonly reason: string;
  readonly start?: number;
  readonly end?: number;
}

export interface Provenance {
  readonly declared: 'ai_generated' | 'ai_assisted' | 'human' | null;
  readonly marks: readonly ProvenanceMark[];
}

export interface LanguageSection {
  /** ISO 639-1 code, or null when the text is too short or too mixed to tell. */
  readonly code: string | null;
  readonly name: string | null;
  /** 0 to 1. */
  readonly confidence: number;
  readonly supported: { readonly ai: boolean; readonly grammar: boolean };
}

export interface StylometrySection {
  readonly words: number;
  readonly sentences: number;
  readonly paragraphs: number;
  readonly characters: number;
  readonly [figure: string]: number | null;
}

export interface TypographySection {
  readonly [figure: string]: Json;
}

export interface FileSection {
  readonly name: string | null;
  /** The type that the name claims: pdf, docx, txt, md, html, or null. */
  readonly type: string | null;
  readonly detected_type: 'pdf' | 'docx' | 'txt' | 'md' | 'html';
  readonly bytes: number;
  readonly sha256: string;
  readonly pages: number | null;
  readonly created: string | null;
  readonly modified: string | null;
  readonly creator: string | null;
  readonly producer: string | null;
  readonly application: string | null;
  readonly editing_minutes: number | null;
  readonly revisions: number | null;
  readonly authors: readonly string[];
  readonly hidden_text_chars: number;
}

export type VerdictKey =
  | 'human'
  | 'likely_human'
  | 'uncertain'
  | 'mixed'
  | 'likely_ai'
  | 'ai'
  | 'forensics';

export type GuardId =
  | 'short_text'
  | 'single_detector'
  | 'unsupported_language'
  | 'non_native'
  | 'quoted_text'
  | 'template_text'
  | 'mixed_document'
  | 'out_of_distribution';

export interface Verdict {
  readonly key: VerdictKey;
  readonly label: string;
  readonly p_ai: number;
  readonly p_ai_own: number;
  readonly confidence: 'low' | 'medium' | 'high';
  readonly ai_share: number;
  readonly guards: readonly GuardId[];
  readonly hard_evidence: boolean;
}

export interface SentenceScore extends Span {
  readonly p_ai: number;
}

export interface EvidenceItem {
  readonly id: string;
  readonly label: string;
  readonly description: string;
  /** Above 0 speaks for AI, below 0 for a human writer. */
  readonly weight: number;
  readonly start?: number;
  readonly end?: number;
}

export interface Review {
  readonly summary: string;
  readonly indicators: readonly (Span & { readonly quote: string; readonly reason: string })[];
  readonly human_signals: readonly { readonly quote?: string; readonly reason: string }[];
  readonly depth: 'standard' | 'deep';
  readonly reviewer: string;
}

export type EditType =
  | 'spelling'
  | 'grammar'
  | 'punctuation'
  | 'style'
  | 'typography'
  | 'word_choice';

export interface Edit extends Span {
  readonly original: string;
  readonly replacement: string;
  readonly type: EditType;
  readonly explanation: string;
  readonly rule: string;
}

export interface Corrections {
  readonly edits: readonly Edit[];
  /** 0 to 100; 100 only without edits. */
  readonly score: number;
}

export interface PlagiarismSource {
  readonly id: string;
  readonly title: string;
  readonly url: string | null;
  /** Share of the submitted words that stand in a span of this source, 0 to 1. */
  readonly coverage: number;
  readonly matched_words: number;
}

export interface PlagiarismSpan extends Span {
  readonly source_id: string;
  readonly source_start?: number;
  readonly source_end?: number;
  readonly kind: 'verbatim' | 'near' | 'paraphrase';
  readonly excluded: null | 'quote' | 'reference';
}

export interface PlagiarismSection {
  readonly similarity: number;
  readonly sources: readonly PlagiarismSource[];
  readonly spans: readonly PlagiarismSpan[];
}

/** What every report holds, whatever was asked: free, deterministic facts of the text and the file. */
export interface BaseSections {
  readonly text: string;
  readonly findings: readonly Finding[];
  readonly provenance: Provenance;
  readonly language: LanguageSection;
  readonly stylometry: StylometrySection;
  readonly typography: TypographySection;
  readonly file: FileSection | null;
}

/** The sections that AI detection fills. */
export interface DetectionSections {
  readonly verdict: Verdict;
  readonly sentences: readonly SentenceScore[];
  readonly evidence: readonly EvidenceItem[];
  readonly review: Review;
}

export interface ReportCredits {
  readonly used: number;
  readonly remaining: number | null;
}

export interface Report extends BaseSections {
  readonly verdict: Verdict | null;
  /** Empty when AI detection did not run: API.md types it as an array, never null. */
  readonly sentences: readonly SentenceScore[];
  readonly evidence: readonly EvidenceItem[];
  readonly review: Review | null;
  readonly corrections: Corrections | null;
  readonly plagiarism: PlagiarismSection | null;
  readonly notice: string;
  readonly credits: ReportCredits;
}
