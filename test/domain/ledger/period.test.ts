import assert from 'node:assert/strict';
import fc from 'fast-check';
import { periodAt } from '../../../domain/ledger/period.ts';
import { type Instant, instant } from '../../../domain/shared/instant.ts';

const at = (text: string): Instant => instant(Date.parse(`${text}Z`));
const shown = (anchor: string, moment: string): readonly string[] => {
  const { start, end } = periodAt(at(anchor), at(moment));
  return [start, end].map((time) => new Date(time).toISOString().slice(0, 16));
};

describe('the monthly period', () => {
  it('holds its first instant and not its last', () => {
    assert.deepEqual(shown('2026-03-10T08:30', '2026-03-10T08:30'), [
      '2026-03-10T08:30',
      '2026-04-10T08:30',
    ]);
    assert.deepEqual(shown('2026-03-10T08:30', '2026-04-10T08:29'), [
      '2026-03-10T08:30',
      '2026-04-10T08:30',
    ]);
    assert.deepEqual(shown('2026-03-10T08:30', '2026-04-10T08:30')[0], '2026-04-10T08:30');
  });

  it('ends on the last day of a month that is too short, and comes back to its day', () => {
    const starts = ['2026-02-15', '2026-03-15', '2026-04-15', '2026-05-15'].map(
      (day) => shown('2026-01-31T12:00', `${day}T00:00`)[0],
    );
    assert.deepEqual(starts, [
      '2026-01-31T12:00',
      '2026-02-28T12:00',
      '2026-03-31T12:00',
      '2026-04-30T12:00',
    ]);
  });

  it('knows the 29th of February', () => {
    assert.deepEqual(shown('2028-01-30T00:00', '2028-02-29T00:00'), [
      '2028-02-29T00:00',
      '2028-03-30T00:00',
    ]);
    assert.deepEqual(shown('2028-02-29T00:00', '2029-02-28T00:00'), [
      '2029-02-28T00:00',
      '2029-03-29T00:00',
    ]);
  });

  it('goes over the turn of a year', () => {
    assert.deepEqual(shown('2026-11-05T00:00', '2027-01-01T00:00'), [
      '2026-12-05T00:00',
      '2027-01-05T00:00',
    ]);
  });

  it('is found before the anchor too, where a clock was set back', () => {
    assert.deepEqual(shown('2026-03-10T00:00', '2026-03-09T23:00'), [
      '2026-02-10T00:00',
      '2026-03-10T00:00',
    ]);
  });

  it('holds its instant, and the next one begins where it ends', () => {
    const instants = fc
      .date({ min: new Date('1990-01-01Z'), max: new Date('2100-01-01Z'), noInvalidDate: true })
      .map((date) => instant(date.getTime()));
    fc.assert(
      fc.property(instants, instants, (anchor, moment) => {
        const { start, end } = periodAt(anchor, moment);
        assert.ok(start <= moment && moment < end);
        assert.ok(end - start >= 28 * 86_400_000 && end - start <= 31 * 86_400_000);
        assert.equal(periodAt(anchor, end).start, end);
      }),
      { numRuns: 1_000 },
    );
  });
});
