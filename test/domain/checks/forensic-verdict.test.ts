import assert from 'node:assert/strict';
import { forensicVerdict } from '../../../domain/checks/forensic-verdict.ts';
import { textFindings } from '../../../domain/text/forensics/text-findings.ts';
import { normalise } from '../../../domain/text/normalise/normalise.ts';

const verdictOf = (text: string, uiLanguage: 'en' | 'de') =>
  forensicVerdict(textFindings(text, normalise(text)), uiLanguage);

describe('the verdict without AI detection', () => {
  it('is none for a text without hard evidence', () => {
    assert.equal(verdictOf('A plain sentence about the harbour.', 'en'), null);
  });

  it('is forensics on hard evidence, in the language of explanations', () => {
    const hidden = [...'hidden'].map((letter) =>
      String.fromCodePoint(0xe0000 + letter.charCodeAt(0)),
    );
    const text = `A plain sentence about the harbour.${hidden.join('')}`;
    const [en, de] = [verdictOf(text, 'en'), verdictOf(text, 'de')];
    assert.equal(en?.key, 'forensics');
    assert.equal(en?.hard_evidence, true);
    assert.notEqual(en?.label, de?.label);
  });
});
