import type { Outcome } from '../../domain/shared/refusal.ts';

/** A fault of the caller's: its message goes to stderr, and the exit code is 1. */
export class CommandFault extends Error {
  override readonly name = 'CommandFault';
}

/** The one JSON object on stdout. */
export function print(result: object): void {
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

/** A part of a longer result; resolves once the reader has room for more. */
export function write(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (error) reject(new CommandFault(`the result could not be handed on: ${error.message}`));
      else resolve();
    });
  });
}

/** For people: progress and messages never mix with the result. */
export function say(message: string): void {
  process.stderr.write(`${message}\n`);
}

/** The value of an outcome. @throws CommandFault with the refusal's code and detail. */
export function expectDone<Value>(outcome: Outcome<Value>): Value {
  if (outcome.ok) return outcome.value;
  throw new CommandFault(`${outcome.refusal.code}: ${outcome.refusal.detail}`);
}
