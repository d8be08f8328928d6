import assert from 'node:assert/strict';
import { rebuildProgress } from '../../interfaces/cli/rebuild-progress.ts';

describe('the progress of a rebuild', () => {
  const told = (start: { readonly position: number; readonly resumed: boolean }) => {
    const lines: string[] = [];
    let now = 0;
    const progress = rebuildProgress({ say: (line) => lines.push(line), nowMs: () => now });
    progress.start(start);
    return {
      lines,
      at(ms: number, position: number, events: number) {
        now = ms;
        progress.progress({ events, position, target: 1_000 });
      },
    };
  };

  it('says events, rate and what is left, a line a second and one at the end', () => {
    const rebuild = told({ position: 0, resumed: false });
    rebuild.at(500, 100, 80);
    rebuild.at(1_000, 250, 200);
    rebuild.at(1_500, 300, 240);
    rebuild.at(2_000, 500, 400);
    rebuild.at(2_100, 1_000, 800);
    assert.deepEqual(rebuild.lines, [
      '200 events, 200/s, position 250 of 1000, about 3 s left',
      '400 events, 200/s, position 500 of 1000, about 2 s left',
      '800 events, 381/s, position 1000 of 1000, about 0 s left',
    ]);
  });

  it('says where it begins when that is not the beginning', () => {
    assert.match(told({ position: 400, resumed: true }).lines[0] ?? '', /interrupted.*400/);
    assert.match(told({ position: 400, resumed: false }).lines[0] ?? '', /after position 400/);
    const rebuild = told({ position: 500, resumed: true });
    rebuild.at(1_000, 750, 200);
    assert.match(rebuild.lines[1] ?? '', /about 1 s left/);
  });
});
