import assert from 'node:assert/strict';
import type { Finding } from '../../../../domain/checks/report.ts';
import { textFindings } from '../../../../domain/text/forensics/text-findings.ts';
import { normalise } from '../../../../domain/text/normalise/normalise.ts';

const findingsOf = (text: string): Finding[] => textFindings(text, normalise(text));
const finding = (text: string, id: string): Finding | undefined =>
  findingsOf(text).find((candidate) => candidate.id === id);

const hard: readonly (readonly [id: string, text: string])[] = [
  ['artefact.chatgpt_citation', 'The sea rises.:contentReference[oaicite:4]{index=4} More'],
  ['artefact.chatgpt_citation', 'The sea rises oaicite:12 today'],
  ['artefact.chatgpt_citation', 'The sea rises. citeturn0search0turn2news11 More'],
  ['artefact.chatgpt_citation', 'The sea rises. \uE200cite\uE202turn1view3\uE201 More'],
  ['artefact.chatgpt_citation', 'The sea rises【4†source】 and falls【11:0†report.pdf】'],
  ['artefact.chatgpt_citation', 'The sea rises ({"attribution":{"attributableIndex":"0-1"}})'],
  ['artefact.grok_card', 'Text <grok-card data-id="e8ff4f" data-type="citation_card"></grok-card>'],
  ['artefact.grok_card', 'Text <grok:render card_id="1" type="render_inline_citation">'],
  ['artefact.chat_sandbox_link', 'Download [the file](sandbox:/mnt/data/report.xlsx) now'],
  ['artefact.reasoning_tag', '<think>The user wants a poem.</think>\nRoses are red'],
  ['artefact.reasoning_tag', 'Roses<|im_end|>'],
];

const soft: readonly (readonly [id: string, severity: string, text: string])[] = [
  ['artefact.chat_url', 'high', 'See https://example.org/a?utm_source=chatgpt.com for more'],
  ['artefact.chat_url', 'high', 'See https://example.org/a?b=1&utm_source=openai'],
  [
    'artefact.chat_html_attributes',
    'high',
    '<p data-start="0" data-end="9">A</p><p data-start="11" data-end="20">B</p>',
  ],
  ['artefact.chat_html_attributes', 'high', '<div data-message-author-role="assistant">x</div>'],
  ['artefact.self_reference', 'high', 'As an AI language model, I do not have feelings.'],
  ['artefact.self_reference', 'high', "I'm an AI assistant and my knowledge cutoff is old."],
  ['artefact.self_reference', 'high', 'Als KI-Sprachmodell habe ich keine Meinung.'],
  ['artefact.self_reference', 'high', 'En tant que modèle de langage, je ne peux pas répondre.'],
  ['artefact.self_reference', 'high', 'Como modelo de lenguaje, no puedo opinar.'],
  ['artefact.self_reference', 'high', 'Como um modelo de linguagem, eu não tenho opinião.'],
  ['artefact.self_reference', 'high', 'In quanto modello linguistico, non posso rispondere.'],
  ['artefact.chat_preamble', 'medium', "Certainly! Here's a letter for you:\n\nDear Sir"],
  ['artefact.chat_preamble', 'medium', 'Natürlich! Hier ist der Text:\n\nLiebe'],
  ['artefact.chat_preamble', 'medium', 'Bien sûr ! Voici le texte :\n\nCher'],
  ['artefact.chat_preamble', 'medium', '¡Claro! Aquí tienes el texto:\n\nQuerido'],
  ['artefact.chat_preamble', 'medium', 'Claro! Aqui está o texto:\n\nCaro'],
  ['artefact.chat_preamble', 'medium', 'Certo! Ecco il testo:\n\nCaro'],
  ['artefact.chat_preamble', 'medium', 'A letter.\n\nWould you like me to make it shorter?'],
  ['artefact.placeholder', 'medium', 'Yours, [Your Name] of [Company]'],
  ['artefact.placeholder', 'medium', 'Mit Grüßen [Ihr Name]'],
  ['artefact.placeholder', 'medium', 'See INSERT_SOURCE_URL here'],
  ['artefact.markdown_leftover', 'low', '## Title\n\nSome **bold** text'],
];

const nothing: readonly (readonly [why: string, text: string])[] = [
  ['a sentence about models', 'GPT-4, as a large language model, is trained on text.'],
  ['an AI researcher', 'As an AI researcher, I study models. I am an AI engineer.'],
  ['a turn of the road', 'At turn 3 search for the exit; return0 and turn0 are variables.'],
  ['an identifier', 'const x = return1file2(overturn0search0);'],
  ['a campaign of somebody else', 'https://example.org/?utm_source=newsletter'],
  ['calendar attributes', '<td data-start="2024-01-01" data-end="2024-01-02">x</td>'],
  ['one numeric pair', '<div data-start="3" data-end="9">x</div>'],
  ['a reference in brackets', 'As shown in [12] and [Smith 2004], [sic] and [a].'],
  ['a linked guide', 'Read [your guide](https://example.org) first.'],
  ['one bold word', 'This is **important**.'],
  ['a polite close', 'Let me know if you have any questions. I hope this helps!'],
  ['Spanish agreement', 'Claro, el río estaba seco y nadie quería hablar de ello.'],
];

describe('chat artefacts', () => {
  for (const [id, text] of hard) {
    it(`are hard evidence: ${JSON.stringify(text.slice(0, 60))}`, () => {
      const found = finding(text, id);
      assert.deepEqual([found?.severity, found?.hard], ['critical', true]);
    });
  }

  for (const [id, severity, text] of soft) {
    it(`are reported as ${severity}: ${JSON.stringify(text.slice(0, 60))}`, () => {
      const found = finding(text, id);
      assert.deepEqual([found?.severity, found?.hard], [severity, false]);
    });
  }

  for (const [why, text] of nothing) {
    it(`are not seen in ${why}`, () => assert.deepEqual(findingsOf(text), []));
  }

  for (const text of [
    'The bot said: "As an AI language model, I cannot help." Nobody laughed.',
    'The bot said: “As an AI language model, I cannot help.” Nobody laughed.',
    'Der Bot sagte: „Als KI-Sprachmodell habe ich keine Meinung.“ Niemand lachte.',
    'Le robot dit : « En tant que modèle de langage, je ne peux pas. » Rires.',
    '> As an AI language model, I cannot help.',
    'Look for `turn0search0` in the page.',
    '```\n<think>x</think>\n```\nis the format.',
  ]) {
    it(`are only noted when quoted: ${JSON.stringify(text.slice(0, 50))}`, () => {
      const [found] = findingsOf(text).filter(({ id }) => id !== 'artefact.markdown_leftover');
      assert.deepEqual([found?.severity, found?.hard], ['info', false]);
    });
  }

  it('count again once one of them is not quoted', () => {
    const found = finding('He wrote "oaicite:1". So. oaicite:2', 'artefact.chatgpt_citation');
    assert.deepEqual([found?.count, found?.hard], [2, true]);
  });

  it('spare Markdown in a Markdown file', () => {
    const text = '## Title\n\nSome **bold** text';
    assert.deepEqual(textFindings(text, normalise(text), { markdown: true }), []);
  });

  it('point at the passage', () => {
    const text = 'Before oaicite:3 after';
    const [span] = finding(text, 'artefact.chatgpt_citation')?.evidence.positions ?? [];
    assert.equal(text.slice(span?.start, span?.end), 'oaicite:3');
  });
});
