import { keyStream } from '../../domain/access/api-key/events.ts';
import type { Actor } from '../../domain/shared/event.ts';
import type { KeyId } from '../../domain/shared/ids.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { KeyRegistry } from './key-registry.ts';

export interface RevokeKeyPorts {
  readonly keys: KeyRegistry;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** Ends a key for good. Once this answers, no request with the key is accepted. Repeating it is a success. */
export async function revokeKey(
  { keys, clock, ids }: RevokeKeyPorts,
  { keyId, actor }: { readonly keyId: KeyId; readonly actor: Actor },
): Promise<Outcome<{ readonly keyId: KeyId }>> {
  const answer = await keys.handle(
    keyStream(keyId),
    { type: 'revoke-key' },
    { at: clock.now(), correlationId: ids.uuid(), actor },
  );
  if (answer === 'no_such_key') return refused('not_found', `no key ${keyId}`);
  return success({ keyId });
}
