import type { RequestId } from '@modelcontextprotocol/server';
import { z } from 'zod';

/** As far as it matters before the library reads it: which of our limits it falls under. */
export type MessageKind =
  | { readonly kind: 'tool call' }
  | { readonly kind: 'cancellation'; readonly id: RequestId }
  /** Opens a stream of changes: a server whose tools never change has nothing to send on it. */
  | { readonly kind: 'subscription'; readonly id: RequestId | null }
  | { readonly kind: 'other' };

const id = z.union([z.string(), z.number()]);
const envelope = z.object({ method: z.string(), id: id.optional().catch(undefined) });
const cancellation = z.object({ params: z.object({ requestId: id }) });

export function messageKind(message: object): MessageKind {
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
