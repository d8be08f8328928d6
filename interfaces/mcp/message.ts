import type { RequestId } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** As far as it matters before the library reads it: which of our limits it falls under. */
export type MessageKind =
  | { readonly kind: 'tool call' }
  | { readonly kind: 'cancellation'; readonly id: RequestId }
  /** Opens a stream of changes: a server whose tools never change has nothing to send on it. */
  | { readonly kind: 'subscription'; readonly id: RequestId | null }
  /** Would have us write long words of the sender, some of them again and again. */
  | { readonly kind: 'long-winded' }
  | { readonly kind: 'other' };

/** Clients count, or take UUIDs; tools and methods have short names. */
export const maxWordUnits = 1_024;

const id = z.union([z.string(), z.number()]);
const envelope = z.object({ method: z.string(), id: id.optional().catch(undefined) });
const cancellation = z.object({ params: z.object({ requestId: id }) });

/** The words of a message that answers and notifications repeat. */
const word = z.string().optional().catch(undefined);
const marks = z.object({ progressToken: word }).optional().catch(undefined);
const inner = z.object({ name: word, _meta: marks }).optional().catch(undefined);
const repeated = z.object({ id: word, method: word, params: inner });

export function messageKind(message: object): MessageKind {
  if (repeatedUnits(message) > maxWordUnits) return { kind: 'long-winded' };
  const { data } = envelope.safeParse(message);
  switch (data?.method) {
    case 'tools/call':
      return { kind: 'tool call' };
    case 'notifications/cancelled': {
      const cancelled = cancellation.safeParse(message).data?.params.requestId;
      return cancelled === undefined ? { kind: 'other' } : { kind: 'cancellation', id: cancelled };
    }
    case 'subscriptions/listen':
      return { kind: 'subscription', id: data?.id ?? null };
    default:
      return { kind: 'other' };
  }
}

/** Length of the longest of them. */
function repeatedUnits(message: object): number {
  const { id: name, method, params } = repeated.parse(message);
  const words = [name, method, params?.name, params?._meta?.progressToken];
  return Math.max(...words.map((text) => text?.length ?? 0));
}
