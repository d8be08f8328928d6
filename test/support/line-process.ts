import { spawn } from 'node:child_process';
import { awaited } from './awaited.ts';

/** A program of somebody else: what it writes is read as it comes. */
export interface LineProcess {
  /** The first match in what it wrote; waits for it. */
  said(pattern: RegExp): Promise<string>;
  /** Sends a JSON-RPC message, as a line of its own. */
  send(message: object): void;
  /** The answer to a request by its id; waits for it. */
  answer(id: number): Promise<object>;
  /** Its exit code, once it has ended by itself. */
  ended(): Promise<number>;
  output(): string;
  end(): Promise<void>;
}

export function lineProcess(
  [program, ...words]: readonly [string, ...string[]],
  env: Readonly<Record<string, string>>,
): LineProcess {
  const child = spawn(program, words, { env });
  let written = '';
  let spoken = '';
  child.stdout.on('data', (piece) => {
    written += String(piece);
  });
  child.stderr.on('data', (piece) => {
    spoken += String(piece);
  });
  const exit = new Promise<number>((resolve) => child.once('exit', (code) => resolve(code ?? -1)));
  // It must not outlive the tests, even when those are interrupted.
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const output = (): string => `${spoken}\n${written}`;
  return {
    said: (pattern) => awaited(`${pattern}`, () => pattern.exec(output())?.[0], { output }),
    send: (message) => void child.stdin.write(`${JSON.stringify(message)}\n`),
    answer: (id) => awaited(`answer ${id}`, () => answerIn(written, id), { output }),
    ended: () => exit,
    output,
    async end() {
      process.removeListener('exit', kill);
      child.kill('SIGTERM');
      await exit;
    },
  };
}

function answerIn(written: string, id: number): object | undefined {
  const messages = written
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  return messages.find((message) => message.id === id && message.method === undefined);
}
