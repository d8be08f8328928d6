import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { z } from 'zod';
import type { UsageRecord } from '../../../application/ledger/get-usage.ts';
import type { Report } from '../../../domain/checks/report.ts';
import { credits } from '../../../domain/shared/credits.ts';
import { refused, success } from '../../../domain/shared/refusal.ts';
import { openApiDocument } from '../../../interfaces/http/rest/openapi.ts';
import type { reportSchema, usageSchema } from '../../../interfaces/http/rest/report-schemas.ts';
import { fullReport, textReport } from './sample-reports.ts';
import { ask, askJson, caller, double, type Reply, startApp } from './start-app.ts';

const document = openApiDocument('https://assay.example');

/** A described shape without its room for extra members, as deeply readonly as the domain's types. */
type Described<Shape> = Shape extends readonly (infer Item)[]
  ? readonly Described<Item>[]
  : Shape extends object
    ? {
        readonly [Name in keyof Shape as string extends Name ? never : Name]: Described<
          Shape[Name]
        >;
      }
    : Shape;

/** These lines do not compile when a described shape and the service's own type part ways. */
const describeReport = (report: Report): Described<z.input<typeof reportSchema>> => report;
const describeUsage = (usage: UsageRecord): Described<z.input<typeof usageSchema>> => usage;

function validator(reference: string) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addSchema({ $id: 'https://assay.example/openapi', ...document });
  const validate = ajv.compile({ $ref: `https://assay.example/openapi${reference}` });
  return (value: unknown): string => (validate(value) ? '' : ajv.errorsText(validate.errors));
}

interface ShownProblem {
  readonly code: string;
  readonly body: Readonly<Record<string, unknown>>;
}

function examplesOf(response: unknown): readonly ShownProblem[] {
  const text = JSON.stringify(response);
  const value: { content?: { 'application/json'?: { examples?: Record<string, object> } } } =
    JSON.parse(text);
  const examples = value.content?.['application/json']?.examples ?? {};
  return Object.entries(examples).map(([code, example]) => ({
    code,
    body: { ...Reflect.get(example, 'value') },
  }));
}

const responseOf = (path: string, method: string, status: number): string =>
  `#/paths/${path.replace('/', '~1')}/${method}/responses/${status}/content/application~1json/schema`;

describe('the description document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    assert.deepEqual(result.errors, undefined);
    assert.equal(result.valid, true);
  });

  it('has version 1 and the versioned base address', () => {
    assert.equal(document.info.version, '1');
    assert.deepEqual(document.servers, [{ url: 'https://assay.example/v1' }]);
  });

  it('says what offsets count', () => {
    assert.match(document.info.description, /UTF-16 code units/);
  });

  it('lists every endpoint and every status of the specification', () => {
    const paths = ['/analyze', '/detect', '/grammar', '/plagiarism', '/usage'];
    assert.deepEqual(Object.keys(document.paths), paths);
    const { responses } = document.paths['/detect'].post;
    const statuses = ['200', '400', '401', '402', '403', '409', '413', '415', '422', '429', '500'];
    for (const status of [...statuses, '503']) assert.ok(status in responses, status);
  });

  it('is served without a credential', async () => {
    const app = await startApp();
    const reply = await fetch(`${app.base}/v1/openapi.json`);
    assert.deepEqual(await reply.json(), JSON.parse(JSON.stringify(document)));
    await app.close();
  });

  it('accepts its own examples as requests', () => {
    for (const [path, item] of Object.entries(document.paths)) {
      if (!('post' in item)) continue;
      const at = `#/paths/${path.replace('/', '~1')}/post/requestBody/content/application~1json/schema`;
      const example = item.post.requestBody.content['application/json'].examples.sample.value;
      assert.equal(validator(at)(example), '', path);
    }
  });

  it('shows for every status the error bodies of its own codes', () => {
    const fits = validator('#/components/schemas/Problem');
    let shown = 0;
    for (const [path, item] of Object.entries(document.paths)) {
      const { responses } = 'post' in item ? item.post : item.get;
      for (const [status, response] of Object.entries(responses)) {
        for (const { code, body } of examplesOf(response)) {
          assert.equal(fits(body), '', `${path} ${status}`);
          assert.equal(body.code, code);
          assert.equal(body.instance, `/v1${path}`);
          if (status !== 'default') assert.equal(String(body.status), status);
          shown += 1;
        }
      }
    }
    assert.ok(shown > 80);
  });

  it('shows a report that fits, with offsets that are right', () => {
    const { Report } = document.components.schemas;
    assert.equal(validator('#/components/schemas/Report')(Report.examples[0]), '');
    const [report] = Report.examples;
    for (const { start, end, original } of report?.corrections?.edits ?? []) {
      assert.equal(report?.text.slice(start, end), original);
    }
    const { ai, grammar } = { ai: 14, grammar: Math.ceil(14 / 3) };
    assert.equal(report?.credits.used, ai + grammar);
  });

  it('names the headers of the rate window on refusals of callers who are known', () => {
    const { responses } = document.paths['/detect'].post;
    const names = (status: string) => {
      const response: object | undefined = Reflect.get(responses, status);
      return Object.keys(response === undefined ? {} : Reflect.get(response, 'headers'));
    };
    for (const status of ['200', '400', '402', '413', '429']) {
      assert.ok(names(status).includes('RateLimit'), status);
      assert.ok(names(status).includes('RateLimit-Policy'), status);
    }
    assert.ok(!names('401').includes('RateLimit'));
    assert.ok(names('429').includes('Retry-After'));
    // A check that the key may not run is refused within the window, a lost plan before it.
    assert.ok(names('403').includes('RateLimit'));
    const usage = document.paths['/usage'].get.responses;
    assert.ok(!JSON.stringify(Reflect.get(usage, '403')).includes('RateLimit'));
    assert.ok(!JSON.stringify(usage).includes('key_cap_reached'));
  });

  it('promises no_checks where checks are selected only', () => {
    const { paths } = document;
    assert.match(JSON.stringify(paths['/analyze']), /no_checks/);
    assert.doesNotMatch(JSON.stringify(paths['/detect']), /no_checks/);
  });

  it('accepts as requests what the service accepts, and nothing that it refuses for its shape', async () => {
    const app = await startApp();
    const bodies = [
      { text: 'a' },
      { text: 'a', checks: { ai: true, deep: false }, ui_lang: 'fr', store: true, extra: [1] },
      { text: 5 },
      { text: 'a', checks: { ai: 'yes' } },
      { text: 'a', ui_lang: 'nl' },
      { text: 'a', store: null },
      {},
    ];
    const at = '#/paths/~1analyze/post/requestBody/content/application~1json/schema';
    for (const body of bodies) {
      const { status } = await askJson(app, '/v1/analyze', body);
      assert.equal(validator(at)(body) === '', status === 200, JSON.stringify(body));
    }
    await app.close();
  });
});

describe('answers of the service', () => {
  function assertDescribed(reply: Reply, path: string, method = 'post') {
    assert.equal(validator(responseOf(path, method, reply.status))(reply.json), '');
  }

  for (const [name, report] of Object.entries({ fullReport, textReport })) {
    it(`fit the description: ${name}`, async () => {
      const reportJson = JSON.stringify(describeReport(report));
      const answer = { reportJson, creditsUsed: 3, creditsRemaining: 7, replayed: false };
      const app = await startApp(double({ runCheck: async () => success(answer) }));
      const reply = await askJson(app, '/v1/analyze', { text: 'Hello.' });
      assert.equal(reply.status, 200);
      assertDescribed(reply, '/analyze');
      await app.close();
    });
  }

  it('fit the description: usage', async () => {
    const app = await startApp();
    const reply = await ask(app, '/v1/usage');
    assertDescribed(reply, '/usage', 'get');
    const usage = await app.application.getUsage({
      caller: caller,
    });
    assert.ok(usage.ok);
    assert.deepEqual(reply.json, describeUsage(usage.value));
    await app.close();
  });

  it('fit the description: problems', async () => {
    const amounts = { needed: credits(9), remaining: credits(2), shortfall: credits(7) };
    const refusals = [
      refused('bad_json', 'x'),
      refused('unreadable', 'x'),
      { ok: false, refusal: { code: 'insufficient_credits', detail: 'x', ...amounts } },
      { ok: false, refusal: { code: 'key_cap_reached', detail: 'x', ...amounts } },
      refused('not_allowed_for_key', 'x'),
      { ok: false, refusal: { code: 'rate_limited', detail: 'x', retryAfterSeconds: 3 } },
    ] as const;
    for (const refusal of refusals) {
      const app = await startApp(double({ runCheck: async () => refusal }));
      assertDescribed(await askJson(app, '/v1/detect', { text: 'Hello.' }), '/detect');
      await app.close();
    }
  });

  it('do not fit when a member of the specification is missing or of another type', () => {
    const fits = validator('#/components/schemas/Report');
    assert.equal(fits(JSON.parse(JSON.stringify(fullReport))), '');
    const { credits: _, ...withoutCredits } = fullReport;
    assert.match(fits(withoutCredits), /credits/);
    assert.match(fits({ ...fullReport, sentences: null }), /sentences/);
    const verdict = { ...fullReport.verdict, p_ai: 1.5 };
    assert.match(fits({ ...fullReport, verdict }), /p_ai/);
  });
});
