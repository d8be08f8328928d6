import type { RecordedEvent } from '../../domain/shared/event.ts';
import { must, number } from './account-model.ts';

interface Spending {
  readonly keyId: string;
  readonly amount: number;
}

/**
 * What the capped keys of one account spend, as the raw events have it: by who caused a hold, not by what the
 * hold says of its cap, and with every debit kept.
 */
export class CapModel {
  readonly #capOf: (keyId: string) => number | null;
  readonly #holds = new Map<string, Spending>();
  /** Of the running period only. */
  readonly #debits = new Map<string, Spending>();

  constructor(capOf: (keyId: string) => number | null) {
    this.#capOf = capOf;
  }

  /** Open holds and what was debited less refunded in this period, of one key. */
  spentBy(keyId: string): number {
    let sum = 0;
    for (const spendings of [this.#holds, this.#debits]) {
      for (const one of spendings.values()) if (one.keyId === keyId) sum += one.amount;
    }
    return sum;
  }

  /** @throws Violation */
  take(event: RecordedEvent): void {
    const { type, data } = event;
    const checkId = String(data.checkId);
    if (type === 'PeriodStarted') this.#debits.clear();
    if (type === 'CreditsHeld') this.#hold(checkId, event);
    if (type === 'CreditsDebited') {
      const hold = this.#holds.get(checkId);
      if (hold !== undefined) this.#debits.set(String(data.debitId), hold);
    }
    if (type === 'CreditsDebited' || type === 'HoldReleased') this.#holds.delete(checkId);
    if (type === 'CreditsRefunded') this.#debits.delete(String(data.debitId));
  }

  #hold(checkId: string, { data, metadata }: RecordedEvent): void {
    const { actor } = metadata;
    const monthlyCap = actor.kind === 'key' ? this.#capOf(actor.id) : null;
    if (actor.kind !== 'key' || monthlyCap === null) {
      must('only a capped key is counted', data.cap === null, data);
      return;
    }
    const cap = JSON.stringify({ keyId: actor.id, monthlyCap });
    must('a hold names the cap of its key', JSON.stringify(data.cap) === cap, data);
    this.#holds.set(checkId, { keyId: actor.id, amount: number(data, 'amount') });
    must('no key spends more than its cap', this.spentBy(actor.id) <= monthlyCap, data);
  }
}
