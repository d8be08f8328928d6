import type { z } from 'zod';
import type { CheckRequest } from '../../domain/checks/request.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { UiLanguage } from '../../domain/text/ui-language.ts';
import { refusedIssues } from '../http/rest/check-wish.ts';
import { type CheckToolName, toolChecks, toolInputs } from './tool-inputs.ts';

export interface CheckWanted {
  readonly request: CheckRequest;
  readonly detail: 'compact' | 'full';
  readonly estimate: boolean;
}

interface CheckArguments {
  readonly text: string;
  readonly ui_lang?: UiLanguage | undefined;
  readonly deep?: boolean | undefined;
  readonly store?: boolean | undefined;
  readonly detail?: CheckWanted['detail'] | undefined;
  readonly estimate?: boolean | undefined;
}

/**
 * The arguments of a check tool as a request. What is wrong with them is told as REST tells it, in a result:
 * a model can read that and mend its call, while a protocol error ends in the client.
 */
export function decodeCheckArguments(
  name: CheckToolName,
  given: Readonly<Record<string, unknown>>,
): Outcome<CheckWanted> {
  const parsed = parseArguments(name, given);
  if (!parsed.success) return refusedArguments(parsed.error.issues, given);
  const { text, ui_lang: uiLanguage = 'en', deep = false, store = false } = parsed.data;
  const { detail = 'compact', estimate = false } = parsed.data;
  const checks = { ...toolChecks[name], deep };
  const request = { source: { kind: 'text', text }, checks, uiLanguage, store } as const;
  return success({ request, detail, estimate });
}

/** A tool without arguments takes none. */
export function decodeNoArguments(given: Readonly<Record<string, unknown>>): Outcome<null> {
  const parsed = toolInputs.get_credits.safeParse(given);
  return parsed.success ? success(null) : refusedArguments(parsed.error.issues, given);
}

function parseArguments(
  name: CheckToolName,
  given: Readonly<Record<string, unknown>>,
): z.ZodSafeParseResult<CheckArguments> {
  return toolInputs[name].safeParse(given);
}

function refusedArguments(issues: readonly z.core.$ZodIssue[], given: object): Outcome<never> {
  const unknown = issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []));
  const known = issues.filter((issue) => issue.code !== 'unrecognized_keys');
  const [stranger] = unknown;
  // The name is the caller's own word, so only a plain one is repeated.
  if (known.length === 0 && stranger !== undefined) {
    const named = /^\w{1,40}$/.test(stranger) ? `"${stranger}": ` : '';
    return refused('bad_json', `${named}this tool has no such argument`);
  }
  return refusedIssues(known, given);
}
