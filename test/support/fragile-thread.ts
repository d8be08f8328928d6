import { serveThread } from '../../infrastructure/embedded/sqlite-thread-loop.ts';

/** A thread that adds one to numbers, fails on 13, dies on 99, and cannot open before its second batch. */
let openings = 0;

serveThread<number, number>(() => {
  openings += 1;
  if (openings === 1) throw new Error('not open yet');
  return {
    handle: (numbers) =>
      numbers.map((number) => {
        if (number === 99) process.exit(3);
        if (number === 13) return { ok: false, failure: { kind: 'unknown', message: 'thirteen' } };
        return { ok: true, reply: number + 1 };
      }),
    close: () => undefined,
  };
});
