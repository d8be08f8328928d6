import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type Inapplicable, inapplicable } from './inapplicable-scenarios.ts';
import type { Revision } from './mcp-message.ts';

const checks = z.array(
  z.object({
    id: z.string(),
    status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']),
    errorMessage: z.string().optional(),
    details: z.unknown().optional(),
  }),
);
type Check = z.infer<typeof checks>[number];

/** What the suite found out, by scenario. */
export type Results = ReadonlyMap<string, readonly Check[]>;

/** The suite keeps a folder for each scenario, named after it and the time. */
export function readResults(folder: string): Results {
  return new Map(
    readdirSync(folder).map((name) => {
      const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
      const found = checks.parse(
        JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')),
      );
      return [scenario, found];
    }),
  );
}

/** What is wrong with one scenario: what applies has to pass, and what is excused must not apply. */
export function faultsOf(
  scenario: string,
  checks: readonly Check[],
  revision: Revision,
): readonly string[] {
  const excuses = inapplicable.filter(
    ({ scenarios, revision: only = revision }) => scenarios.includes(scenario) && only === revision,
  );
  const excused = (check: Check): boolean => excuses.some((excuse) => concerns(excuse, check));
  const held = checks.filter((check) => !excused(check));
  const faults = held
    .filter(({ status }) => status !== 'SUCCESS' && status !== 'INFO')
    .map((check) => `${scenario}: ${check.id}: ${wordsOf(check)}`);
  const shows = held.some(({ id, status }) => status === 'SUCCESS' && id !== wireCheck);
  if (excuses.length === 0 && !shows) faults.push(`${scenario}: nothing was checked`);
  return [...faults, ...excuses.flatMap((excuse) => staleness(scenario, excuse, checks))];
}

/** An excuse holds for as long as the suite itself says what it says. */
function staleness(
  scenario: string,
  excuse: Inapplicable,
  checks: readonly Check[],
): readonly string[] {
  const concerned = checks.filter((check) => concerns(excuse, check));
  const shown = concerned.filter((check) => excuse.shownBy.test(wordsOf(check)));
  const missing = excuse.checks?.filter((id) => !shown.some((check) => check.id === id)) ?? [];
  const other = concerned.filter(
    (check) => check.status !== 'SUCCESS' && check.status !== 'INFO' && !shown.includes(check),
  );
  return [
    ...(shown.length === 0 ? [`${scenario}: applies after all`] : []),
    ...missing.map((id) => `${scenario}: ${id} applies after all`),
    ...other.map((check) => `${scenario}: ${check.id} fails otherwise: ${wordsOf(check)}`),
  ];
}

/** Every message of the server against the schema of the protocol: no scenario is excused from that. */
const wireCheck = 'wire-schema-valid';

function concerns({ checks }: Inapplicable, { id }: Check): boolean {
  return checks === undefined ? id !== wireCheck : checks.includes(id);
}

function wordsOf({ errorMessage, details }: Check): string {
  return `${errorMessage ?? ''} ${JSON.stringify(details) ?? ''}`;
}
