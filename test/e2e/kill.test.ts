import assert from 'node:assert/strict';
import { type AssayProcess, assayProcess } from '../support/assay-process.ts';
import { type RestClient, restClient } from '../support/rest-client.ts';

const rounds = 20;
const clients = 16;

/**
 * The server is killed in the middle of load, again and again. Each request has a number of words of
 * its own, so that a debit in the statement names the request it belongs to.
 */
describe('a server that is killed under load', () => {
  let assay: AssayProcess;
  before(async () => {
    assay = await assayProcess({ ASSAY_ALLOWANCE_PRO: '1000000000' });
  });
  after(() => assay.remove());

  it(`debits every answered request exactly once, and nothing else, ${rounds} times`, async function () {
    this.timeout(300_000);
    await assay.start();
    const opened = await assay.result(
      'account',
      'open',
      '--email',
      'k@example.org',
      '--plan',
      'pro',
    );
    const account = String(opened.account_id);
    const made = await assay.result(
      'key',
      'create',
      account,
      '--name',
      'k',
      '--rate-limit',
      '1000000',
    );
    const client = restClient(() => assay.url(), String(made.key));
    const requests: SentRequest[] = [];
    for (let round = 0; round < rounds; round++) {
      const load = sendUntilKilled(client, requests);
      // Somewhere in the middle of the work, not before it has begun.
      await answeredAtLeast(requests, answeredOf(requests) + 1 + Math.floor(Math.random() * 40));
      await assay.kill();
      await load;
      await assay.start();
    }
    await checkDebits(assay, account, requests);
    await retryAll(client, requests);
    await checkEachDebitedOnce(assay, account, requests);
    const audit = await assay.result('audit');
    assert.equal(audit.clean, true);
  });
});

interface SentRequest {
  readonly words: number;
  readonly answered: boolean;
  readonly used: number;
}

function answeredOf(requests: readonly SentRequest[]): number {
  return requests.filter(({ answered }) => answered).length;
}

async function answeredAtLeast(requests: readonly SentRequest[], count: number): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (answeredOf(requests) < count) {
    assert.ok(performance.now() < deadline, `only ${answeredOf(requests)} requests were answered`);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

async function sendUntilKilled(client: RestClient, requests: SentRequest[]): Promise<void> {
  let running = true;
  const loop = async (): Promise<void> => {
    while (running) {
      const place = requests.push({ words: 0, answered: false, used: 0 }) - 1;
      const words = place + 1;
      requests[place] = { words, answered: false, used: 0 };
      try {
        const { status, headers } = await client.post('/v1/detect', { text: textOf(words) });
        assert.equal(status, 200);
        const used = Number(headers.get('x-credits-used'));
        assert.equal(used, words);
        requests[place] = { words, answered: true, used };
      } catch (error) {
        // A broken connection is the kill; anything else is a fault.
        if (error instanceof assert.AssertionError) throw error;
        running = false;
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, loop));
}

/** Every answered request has one debit of its amount; every other debit belongs to one unanswered request. */
async function checkDebits(
  assay: AssayProcess,
  account: string,
  requests: readonly SentRequest[],
): Promise<void> {
  const debits = await debitsOf(assay, account);
  for (const { words, answered } of requests) {
    const count = debits.filter((amount) => amount === words).length;
    if (answered)
      assert.equal(count, 1, `the answered request of ${words} words has ${count} debits`);
    else assert.ok(count <= 1, `the lost request of ${words} words has ${count} debits`);
  }
  assert.ok(debits.every((amount) => amount >= 1 && amount <= requests.length));
}

/** A client that got no answer sends again: what was debited is served for nothing. */
async function retryAll(client: RestClient, requests: readonly SentRequest[]): Promise<void> {
  for (const { words, answered } of requests) {
    const { status, headers } = await client.post('/v1/detect', { text: textOf(words) });
    assert.equal(status, 200);
    if (answered) assert.equal(headers.get('x-credits-used'), '0');
  }
}

async function checkEachDebitedOnce(
  assay: AssayProcess,
  account: string,
  requests: readonly SentRequest[],
): Promise<void> {
  const debits = await debitsOf(assay, account);
  const amounts = requests.map(({ words }) => words);
  assert.deepEqual([...debits].sort(byNumber), [...amounts].sort(byNumber));
}

async function debitsOf(assay: AssayProcess, account: string): Promise<readonly number[]> {
  const { stdout } = await assay.cli('statement', account);
  const statement: { readonly rows: readonly { kind: string; amount: number }[] } =
    JSON.parse(stdout);
  return statement.rows.filter(({ kind }) => kind === 'debit').map(({ amount }) => -amount);
}

function textOf(words: number): string {
  return Array.from({ length: words }, (_, n) => `word${n}`).join(' ');
}

function byNumber(left: number, right: number): number {
  return left - right;
}
