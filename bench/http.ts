import autocannon from 'autocannon';
import { hotGrammarRows } from './http-hot.ts';
import { type Comparison, interleaved } from './rounds.ts';
import { startBareExpress, startServer } from './server-process.ts';
import { type BenchRow, number, ratios } from './table.ts';
import { prose } from './text.ts';

const connections = 64;
const seconds = 5;
const rounds = 5;

interface HttpBench {
  readonly usage: Comparison;
  readonly cached: Comparison;
}

/** Requests a second over HTTP: against a bare Express handler, and checks of one busy account. */
export async function httpRows(): Promise<readonly BenchRow[]> {
  const { usage, cached } = await benchHttp();
  const againstExpress = [
    { name: '`GET /usage`', comparison: usage },
    { name: 'a cached `POST /detect`', comparison: cached },
  ].map(({ name, comparison }) => ({
    what: `${name} against a bare Express handler, 64 connections, requests/s`,
    figure: `${number(comparison.ours)} / ${number(comparison.peer)} = ${number(comparison.ratio, 2)}x (${ratios(comparison.ratios)})`,
    goal: 'at least 0.25x',
    met: comparison.ratio >= 0.25,
  }));
  return [...againstExpress, ...(await hotGrammarRows())];
}

async function benchHttp(): Promise<HttpBench> {
  const assay = await startServer(18_801);
  const bare = await startBareExpress(18_802);
  const headers = { authorization: `Bearer ${assay.key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ text: prose(50) });
  try {
    const warm = await fetch(`${assay.url}/v1/detect`, { method: 'POST', headers, body });
    if (!warm.ok) throw new Error(`warming: ${warm.status}`);
    const get = (url: string) => () => rate({ url: `${url}/v1/usage`, headers });
    const post = (url: string) => () =>
      rate({ url: `${url}/v1/detect`, method: 'POST', headers, body });
    return {
      usage: await interleaved({ ours: get(assay.url), peer: get(bare.url) }, rounds),
      cached: await interleaved({ ours: post(assay.url), peer: post(bare.url) }, rounds),
    };
  } finally {
    await Promise.all([assay.stop(), bare.stop()]);
  }
}

async function rate(
  options: Omit<autocannon.Options, 'connections' | 'duration'>,
): Promise<number> {
  await autocannon({ ...options, connections, duration: 1 });
  const result = await autocannon({ ...options, connections, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(
      `${options.url}: ${result.non2xx} answers were not 2xx, ${result.errors} failed`,
    );
  }
  return result.requests.average;
}
