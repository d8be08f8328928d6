import assert from 'node:assert/strict';

/** The value of what must be carried out. */
export function done<Value>(
  outcome: { readonly ok: true; readonly value: Value } | { readonly ok: false },
): Value {
  return outcome.ok ? outcome.value : assert.fail('a command was refused');
}
