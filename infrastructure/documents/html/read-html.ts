import { parse } from 'parse5';
import { dateFindings } from '../date-finding.ts';
import { distinctAuthors, type Extracted, metadataValue, noFacts } from '../extracted.ts';
import { createHiddenText } from '../hidden-text.ts';
import { isoDate } from '../iso-date.ts';
import { generators } from '../provenance/declarations.ts';
import { deceptiveMechanisms, type Look, merge, simpleRules } from './css.ts';
import { htmlMarks } from './html-marks.ts';
import { visibleText } from './visible-text.ts';

/** The text of a page as a browser would show it, and what its source says besides. @throws ReadRefusal */
export function readHtml(html: string): Extracted {
  // With scripting on, the content of noscript is one piece of raw text, as a reader's browser has it.
  const document = parse(html, { scriptingEnabled: true });
  const marks = htmlMarks(document);
  const hidden = createHiddenText(explainHidden);
  const text = visibleText(document, { rules: allRules(marks.styleSheets), hidden });
  const origin = generators(marks.generators, 'html');
  const dates = { created: isoDate(marks.created), modified: isoDate(marks.modified) };
  return {
    text,
    facts: {
      ...noFacts,
      ...dates,
      application: metadataValue(marks.generators[0]),
      creator: metadataValue(marks.authors[0]),
      authors: distinctAuthors(marks.authors),
      hidden_text_chars: hidden.characters(),
    },
    findings: [
      ...hidden.finding({ id: 'html.hidden_text', visibleCharacters: text.length }),
      ...marks.findings,
      ...dateFindings(dates),
      ...origin.findings,
    ],
    declarations: [...origin.declarations, ...marks.declarations],
  };
}

function allRules(sheets: readonly string[]): Map<string, Look> {
  const rules = new Map<string, Look>();
  for (const sheet of sheets) {
    for (const [selector, look] of simpleRules(sheet)) {
      rules.set(selector, merge(rules.get(selector), look));
    }
  }
  return rules;
}

function explainHidden(mechanisms: readonly string[]) {
  const isDeceptive = mechanisms.some((mechanism) => deceptiveMechanisms.has(mechanism));
  return {
    severity: isDeceptive ? 'high' : 'low',
    title: 'Text that a reader cannot see',
    benign_explanation:
      'Closed menus, dialogs and notes for screen readers are hidden on most pages.',
  } as const;
}
