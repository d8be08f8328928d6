import { type Outcome, refused, success } from '../shared/refusal.ts';
import { type CheckKind, type CheckSelection, checkKinds } from './request.ts';

/**
 * Whether a credential may run all that is asked for; `allowed` is null where nothing is ruled out. A deep
 * scan is a way to run AI detection: without `ai` it does nothing, so it is not refused either.
 * Refuses with `not_allowed_for_key`.
 */
export function checkAllowed(
  asked: CheckSelection,
  allowed: readonly CheckKind[] | null,
): Outcome<null> {
  if (allowed === null) return success(null);
  const outside = checkKinds.filter((kind) => asked[kind] && !allowed.includes(kind));
  if (outside.length === 0) return success(null);
  return refused(
    'not_allowed_for_key',
    `this key may run ${allowed.join(', ')}; the request asks for ${outside.join(', ')}`,
  );
}
