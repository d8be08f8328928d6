import { micromark } from 'micromark';
import type { Finding } from '../../../domain/checks/report.ts';
import type { Extracted } from '../extracted.ts';
import { readHtml } from '../html/read-html.ts';
import { maxMarkdownCharacters } from '../limits.ts';
import { generators } from '../provenance/declarations.ts';
import { textTooLong } from '../read-refusal.ts';
import { readFrontMatter } from './front-matter.ts';

/**
 * The text of a Markdown file as a reader sees it: marks gone, the text of links and of code kept,
 * front matter and comments left out. Grammar and offsets then speak about prose, not about marks.
 * @throws ReadRefusal
 */
export function readMarkdown(source: string): Extracted {
  const { body, declarations, origins } = readFrontMatter(source);
  const origin = generators(origins, 'text');
  const light = withoutEmbeddedData(body);
  if (light.length > maxMarkdownCharacters) throw textTooLong();
  // HTML inside Markdown is let through because it is only read, never shown.
  const page = readHtml(
    micromark(light, { allowDangerousHtml: true, allowDangerousProtocol: true }),
  );
  return {
    ...page,
    findings: [...page.findings.map(asMarkdown), ...origin.findings],
    declarations: [...declarations, ...origin.declarations, ...page.declarations],
  };
}

function asMarkdown(finding: Finding): Finding {
  return finding.id === 'html.hidden_comment' ? { ...finding, id: 'md.hidden_comment' } : finding;
}

/** Pictures inside the file can be megabytes of one link target. */
function withoutEmbeddedData(body: string): string {
  return body.replace(/\bdata:[\w/+.-]{1,80};base64,[A-Za-z0-9+/=]*/g, '#');
}
