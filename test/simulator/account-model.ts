import { createHash } from 'node:crypto';
import type { RecordedEvent } from '../../domain/shared/event.ts';

/** Something in the log, or in an answer, that must never be. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly rule: string;

  constructor(rule: string, message: string) {
    super(`${rule}: ${message}`);
    this.rule = rule;
  }
}

export interface Pot {
  readonly amount: number;
  free: number;
  held: number;
  debited: number;
  refunded: number;
  expired: boolean;
}

export interface Share {
  readonly grantId: string;
  readonly amount: number;
}

export interface OpenHold {
  readonly amount: number;
  readonly shares: readonly Share[];
  readonly expiresAt: number;
}

export interface Debit {
  readonly debitId: string;
  readonly checkId: string;
  readonly amount: number;
  readonly shares: readonly Share[];
  readonly correlationId: string;
  readonly occurredAt: number;
  refunds: number;
}

/** An account as the raw events have it. Written apart from the product's own fold, on purpose. */
export interface AccountModel {
  readonly accountId: string;
  plan: string;
  balance: number;
  held: number;
  readonly pots: Map<string, Pot>;
  readonly holds: Map<string, OpenHold>;
  /** By check id. */
  readonly debits: Map<string, Debit>;
  /** Sums over the account's whole life. */
  readonly sums: { granted: number; debited: number; refunded: number; lost: number };
  periodEnd: number | null;
  events: number;
  /** What was available after each event, ever. */
  readonly everAvailable: Set<number>;
}

export function newAccount(accountId: string): AccountModel {
  return {
    accountId,
    plan: '',
    balance: 0,
    held: 0,
    pots: new Map(),
    holds: new Map(),
    debits: new Map(),
    sums: { granted: 0, debited: 0, refunded: 0, lost: 0 },
    periodEnd: null,
    events: 0,
    everAvailable: new Set(),
  };
}

/** What `previousHash` of the next event must be: SHA-256 of the event's own words, in order. */
export function hashOf({ id, type, version, data, metadata }: RecordedEvent): string {
  const { occurredAt, correlationId, causationId, actor, previousHash } = metadata;
  const by = actor.kind === 'system' || actor.kind === 'support' ? null : actor.id;
  const words = [id, type, version, data];
  const context = [occurredAt, correlationId, causationId, actor.kind, by, previousHash];
  return createHash('sha256')
    .update(JSON.stringify([...words, context]))
    .digest('hex');
}

export type Facts = RecordedEvent['data'];

export function potOf(account: AccountModel, grantId: string): Pot {
  const pot = account.pots.get(grantId);
  if (pot === undefined) throw new Violation('credits come from a grant', grantId);
  return pot;
}

export function sharesOf(data: Facts, amount: number): readonly Share[] {
  const shares = list(data, 'perGrant').map((share) => ({
    grantId: String(member(share, 'grantId')),
    amount: amountOf(share),
  }));
  const sum = shares.reduce((total, share) => total + share.amount, 0);
  must('shares add up', sum === amount && shares.every((share) => share.amount > 0));
  return shares;
}

export const amountOf = (item: unknown): number => Number(member(item, 'amount'));

function member(item: unknown, name: string): unknown {
  return typeof item === 'object' && item !== null ? Reflect.get(item, name) : undefined;
}

export function list(data: Facts, name: string): readonly unknown[] {
  const value = data[name];
  return Array.isArray(value) ? value : [];
}

export function number(data: Facts, name: string): number {
  const value = data[name];
  if (!Number.isSafeInteger(value)) throw new Violation('figures are whole numbers', name);
  return Number(value);
}

export function must(rule: string, holds: boolean, about?: unknown): void {
  if (!holds) throw new Violation(rule, about === undefined ? '' : JSON.stringify(about));
}
