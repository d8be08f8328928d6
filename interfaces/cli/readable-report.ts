import { z } from 'zod';

const span = { start: z.number(), end: z.number() };
const shownReport = z.object({
  text: z.string(),
  verdict: z
    .object({
      key: z.string(),
      label: z.string(),
      p_ai: z.number(),
      confidence: z.string(),
      ai_share: z.number(),
      guards: z.array(z.string()),
    })
    .nullable(),
  evidence: z.array(z.object({ label: z.string(), description: z.string(), weight: z.number() })),
  corrections: z
    .object({
      score: z.number(),
      edits: z.array(
        z.object({
          ...span,
          original: z.string(),
          replacement: z.string(),
          type: z.string(),
          explanation: z.string(),
        }),
      ),
    })
    .nullable(),
  plagiarism: z
    .object({
      similarity: z.number(),
      sources: z.array(z.object({ title: z.string(), coverage: z.number() })),
    })
    .nullable(),
  findings: z.array(z.object({ severity: z.string(), title: z.string(), count: z.number() })),
  language: z.object({ code: z.string().nullable() }),
  notice: z.string(),
  credits: z.object({ used: z.number(), remaining: z.number().nullable() }),
});
type ShownReport = z.infer<typeof shownReport>;

const mostEvidence = 8;
const mostEdits = 25;

/** A report as plain lines for a terminal. @throws ZodError when it is no report */
export function readableReport(body: unknown): string {
  const report = shownReport.parse(body);
  const sections = [
    ...verdictLines(report),
    ...grammarLines(report),
    ...plagiarismLines(report),
    ...findingLines(report),
    '',
    `Credits: ${report.credits.used} used, ${report.credits.remaining ?? '?'} left. ${report.notice}`,
  ];
  return `${sections.map(visible).join('\n')}\n`;
}

function verdictLines({ verdict, evidence, language }: ShownReport): readonly string[] {
  const spoken = `Language: ${language.code ?? 'unknown'}`;
  if (verdict === null) return [spoken];
  const guards = verdict.guards.length === 0 ? '' : ` (guards: ${verdict.guards.join(', ')})`;
  const share = `${percent(verdict.ai_share)} of the text judged AI`;
  return [
    spoken,
    `AI: ${verdict.label}, p = ${verdict.p_ai.toFixed(2)}, ${share}, confidence ${verdict.confidence}${guards}`,
    ...evidence
      .slice(0, mostEvidence)
      .map(({ weight, label, description }) => `  ${sign(weight)} ${label}: ${description}`),
  ];
}

function grammarLines({ corrections }: ShownReport): readonly string[] {
  if (corrections === null) return [];
  const { score, edits } = corrections;
  const shown = edits
    .slice(0, mostEdits)
    .map(
      (edit) => `  [${edit.type}] "${edit.original}" -> "${edit.replacement}": ${edit.explanation}`,
    );
  const more = edits.length > mostEdits ? [`  ... and ${edits.length - mostEdits} more`] : [];
  return [`Grammar: score ${score}, ${edits.length} suggestions`, ...shown, ...more];
}

function plagiarismLines({ plagiarism }: ShownReport): readonly string[] {
  if (plagiarism === null) return [];
  const sources = plagiarism.sources.map(
    ({ title, coverage }) => `  ${percent(coverage)} ${title}`,
  );
  return [`Plagiarism: similarity ${percent(plagiarism.similarity)}`, ...sources];
}

function findingLines({ findings }: ShownReport): readonly string[] {
  if (findings.length === 0) return ['Hidden marks and metadata: nothing found'];
  const lines = findings.map(({ severity, title, count }) => `  ${severity}: ${title} (${count})`);
  return ['Hidden marks and metadata:', ...lines];
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function sign(weight: number): string {
  return weight > 0 ? '+' : '-';
}

/** Text of a report may hold anything; a terminal must not act on it. */
function visible(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}]/gu, ' ');
}
