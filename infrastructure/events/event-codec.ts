import type { z } from 'zod';
import { type EventCodec, UnknownEventError } from '../../application/ports/event-codec.ts';
import { accessUpcasters } from '../../domain/access/upcasters.ts';
import { ledgerUpcasters } from '../../domain/ledger/upcasters.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';
import { type Upcaster, upcast } from '../../domain/shared/upcast.ts';
import { agentClaimEventSchema } from './agent-claim-schemas.ts';
import { apiKeyEventSchema } from './api-key-schemas.ts';
import { authorizationEventSchema } from './authorization-schemas.ts';
import { clientEventSchema } from './client-schemas.ts';
import { ledgerEventSchema } from './ledger-schemas.ts';
import { passkeyEventSchema, signInEventSchema } from './sign-in-schemas.ts';

/** Stored events are outside input: upcast, checked, and only then facts. */
export const eventCodec: EventCodec = {
  ledgerEvent: checkedOnce(ledgerEventSchema, ledgerUpcasters),
  apiKeyEvent: checkedOnce(apiKeyEventSchema, accessUpcasters),
  authorizationEvent: checkedOnce(authorizationEventSchema, accessUpcasters),
  agentClaimEvent: checkedOnce(agentClaimEventSchema, accessUpcasters),
  clientEvent: checkedOnce(clientEventSchema, accessUpcasters),
  signInEvent: checkedOnce(signInEventSchema, accessUpcasters),
  passkeyEvent: checkedOnce(passkeyEventSchema, accessUpcasters),
};

/** Several read models fold each event, which never changes: what it says is checked once. */
function checkedOnce<Event>(
  schema: z.ZodType<Event>,
  upcasters: readonly Upcaster[],
): (recorded: RecordedEvent) => Event {
  const known = new WeakMap<RecordedEvent, { readonly event: Event }>();
  return (recorded) => {
    const found = known.get(recorded) ?? { event: decode(recorded, schema, upcasters) };
    known.set(recorded, found);
    return found.event;
  };
}

function decode<Event>(
  recorded: RecordedEvent,
  schema: z.ZodType<Event>,
  upcasters: readonly Upcaster[],
): Event {
  const { type, version, data } = upcast(recorded, upcasters);
  const parsed = schema.safeParse({ type, version, data });
  if (parsed.success) return parsed.data;
  throw new UnknownEventError(unknownEvent(recorded, parsed.error));
}

function unknownEvent(recorded: RecordedEvent, { issues }: z.ZodError): string {
  const { stream, revision, position, id } = recorded;
  const [first] = issues;
  const where = first?.path.join('.') ?? '';
  const what = where === 'type' ? 'no such type' : `${where}: ${first?.message ?? 'another shape'}`;
  return (
    `${stream} revision ${revision} (position ${position}, id ${id}): ` +
    `${recorded.type} version ${recorded.version} is not in the catalogue of this version of Assay ` +
    `(${what}). If a newer version wrote it, run that version; if not, somebody changed the log: ` +
    'see `assay audit`'
  );
}
