import assert from 'node:assert/strict';
import { AnalysisFailedError } from '../../../application/ports/analyser.ts';
import { createAnalyser, type PooledAnalyser } from '../../../infrastructure/analysis/analyser.ts';

/** A hundred words that hold a mistake an English checker knows. */
const shortText = `${'The old man walked slowly along the quiet river bank. '.repeat(10)}He saw the the dog.`;
const longText = (characters: number): string =>
  'The old man walked slowly along the quiet river bank and looked at the water.\n\n'
    .repeat(Math.ceil(characters / 78))
    .slice(0, characters);

describe('analyser', () => {
  let analyser: PooledAnalyser;
  before(() => {
    analyser = createAnalyser({ workers: 2 });
  });
  after(() => analyser.close());
  const mine = { fairnessKey: 'me' };

  it('starts no process until it is asked', () => {
    assert.deepEqual(analyser.workerPids(), []);
    assert.equal(analyser.queueLength(), 0);
  });

  it('names its version, the same for the same engines', async () => {
    const other = createAnalyser();
    assert.match(analyser.engineVersion, /^\d+\.\d+\.\d+\+[0-9a-f]{16}$/);
    assert.equal(analyser.engineVersion, other.engineVersion);
    await other.close();
  });

  it('prepares a text: normalised, counted, described', async () => {
    const { base, words } = await analyser.prepare(
      'One\u200b word. \r\nAnd three more words.',
      null,
      mine,
    );
    assert.equal(base.text.includes('\u200b'), false);
    assert.equal(base.text.includes('\r'), false);
    assert.equal(words, 6);
    assert.equal(base.language.code, 'en');
    assert.equal(base.stylometry.words, 6);
    assert.equal(base.stylometry.sentences, 2);
    assert.equal(base.file, null);
    assert.equal(base.provenance.declared, null);
  });

  it('finds every language it serves', async () => {
    const samples = {
      en: 'It is a truth universally acknowledged that a single man must be in want of a wife.',
      de: 'Alle glücklichen Familien gleichen einander, jede unglückliche ist es auf ihre Weise.',
      fr: 'Longtemps, je me suis couché de bonne heure et je lisais encore un peu.',
      es: 'En un lugar de la Mancha, de cuyo nombre no quiero acordarme, vivía un hidalgo.',
      it: 'Nel mezzo del cammin di nostra vita mi ritrovai per una selva oscura.',
      pt: 'As armas e os barões assinalados que da ocidental praia lusitana partiram.',
    };
    for (const [code, text] of Object.entries(samples)) {
      const { base } = await analyser.prepare(text, null, mine);
      assert.equal(base.language.code, code);
      assert.deepEqual(base.language.supported, { ai: true, grammar: true });
    }
  });

  it('joins what the file says with what the text says', async () => {
    const file = {
      name: 'a.txt',
      type: 'txt',
      detected_type: 'txt',
      bytes: 9,
      sha256: '0'.repeat(64),
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
    } as const;
    const mark = {
      kind: 'generator',
      source: 'info',
      value: 'x',
      producer: null,
      validated: false,
      reason: 'named',
    } as const;
    const document = {
      file,
      findings: [],
      provenance: { declared: 'ai_assisted', marks: [mark] },
    } as const;
    const { base } = await analyser.prepare('Some text.', document, mine);
    assert.deepEqual(base.file, file);
    assert.equal(base.provenance.declared, 'ai_assisted');
    assert.deepEqual(base.provenance.marks, [mark]);
  });

  it('finds what is hidden in a text', async () => {
    const hidden = 'Read this\u{e0048}\u{e0049} line and \u202ereverse\u202c it.';
    const { base } = await analyser.prepare(hidden, null, mine);
    assert.ok(base.findings.length > 0);
    for (const { evidence } of base.findings) {
      for (const { start, end } of evidence.positions) {
        assert.ok(start >= 0 && start <= end && end <= base.text.length);
      }
    }
  });

  it('prepares empty text without a word or a language', async () => {
    const { base, words } = await analyser.prepare('\u200b', null, mine);
    assert.equal(words, 0);
    assert.equal(base.language.code, null);
  });

  it('checks grammar with offsets into the text, also of a text in pieces', async () => {
    const filler = longText(9_000);
    for (const text of [shortText, `${filler}\n\nHe saw the the dog.\n\n${filler}`]) {
      const request = { text, language: 'en', uiLanguage: 'en' } as const;
      const { edits } = await analyser.grammar(request, mine);
      const doubled = edits.find(
        ({ start, end }) => start <= text.indexOf('the the') && end > text.indexOf('the the'),
      );
      assert.ok(doubled);
      for (const edit of edits) assert.equal(text.slice(edit.start, edit.end), edit.original);
    }
  });

  it('reads a text for AI authorship', async () => {
    const { base } = await analyser.prepare(shortText, null, mine);
    const found = await analyser.detect({ base, uiLanguage: 'en', deep: false }, mine);
    assert.ok(found.verdict.p_ai >= 0 && found.verdict.p_ai <= 1);
    assert.equal(found.sentences.length, base.stylometry.sentences);
    assert.equal(found.review.depth, 'standard');
  });

  it('fingerprints a text and finds it again', async () => {
    const text = `${shortText} ${'Nothing of this was ever written anywhere before today. '.repeat(5)}`;
    const fingerprints = await analyser.fingerprint(
      { text, key: new Uint8Array(32).fill(7) },
      mine,
    );
    assert.ok(fingerprints.hashes instanceof Uint32Array && fingerprints.hashes.length > 10);
    const candidates = [{ id: 'chk_source01', title: 'Source', url: null, fingerprints }];
    const section = await analyser.compare({ text, fingerprints, candidates }, mine);
    assert.ok(section.similarity > 0.9);
    assert.equal(section.sources[0]?.id, 'chk_source01');
  });

  it('fails the check of a worker killed in the middle and does the next one', async () => {
    const running = analyser.prepare(longText(400_000), null, mine);
    const rejected = assert.rejects(running, AnalysisFailedError);
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const pid of analyser.workerPids()) process.kill(pid, 'SIGKILL');
    await rejected;
    assert.equal((await analyser.prepare('Two words.', null, mine)).words, 2);
  });

  it('fails a long check whole when one of its pieces is lost', async () => {
    const request = { text: longText(60_000), language: 'en', uiLanguage: 'en' } as const;
    const running = analyser.grammar(request, mine);
    const rejected = assert.rejects(running, AnalysisFailedError);
    const timer = setInterval(() => {
      for (const pid of analyser.workerPids()) process.kill(pid, 'SIGKILL');
    }, 400);
    await rejected;
    clearInterval(timer);
    assert.ok((await analyser.grammar({ ...request, text: shortText }, mine)).edits.length > 0);
    assert.equal(analyser.queueLength(), 0);
  });

  it('lets a short text pass while a long one is checked', async () => {
    const short = { text: shortText, language: 'en', uiLanguage: 'en' } as const;
    // Both workers have their engines loaded before the clock starts.
    await Promise.all([
      analyser.grammar(short, mine),
      analyser.grammar(short, { fairnessKey: 'you' }),
    ]);
    const order: string[] = [];
    const long = analyser
      .grammar({ ...short, text: longText(200_000) }, { fairnessKey: 'you' })
      .then(() => order.push('long'));
    await analyser.grammar(short, mine).then(() => order.push('short'));
    await analyser.grammar(short, mine).then(() => order.push('short'));
    await long;
    assert.deepEqual(order, ['short', 'short', 'long']);
  });
});
