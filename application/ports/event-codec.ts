import type { AgentClaimEvent } from '../../domain/access/agent-claim/events.ts';
import type { ApiKeyEvent } from '../../domain/access/api-key/events.ts';
import type { AuthorizationEvent } from '../../domain/access/authorization/events.ts';
import type { ClientEvent } from '../../domain/access/client/events.ts';
import type { PasskeyEvent } from '../../domain/access/passkey/events.ts';
import type { SignInEvent } from '../../domain/access/sign-in/events.ts';
import type { LedgerEvent } from '../../domain/ledger/events.ts';
import type { RecordedEvent } from '../../domain/shared/event.ts';

/** The event's type or version is not in the catalogue, or its data has another shape. */
export class UnknownEventError extends Error {
  override readonly name = 'UnknownEventError';
}

/**
 * Stored events as the domain knows them: upcast to the newest version and checked.
 * @throws UnknownEventError
 */
export interface EventCodec {
  ledgerEvent(event: RecordedEvent): LedgerEvent;
  apiKeyEvent(event: RecordedEvent): ApiKeyEvent;
  authorizationEvent(event: RecordedEvent): AuthorizationEvent;
  agentClaimEvent(event: RecordedEvent): AgentClaimEvent;
  clientEvent(event: RecordedEvent): ClientEvent;
  signInEvent(event: RecordedEvent): SignInEvent;
  passkeyEvent(event: RecordedEvent): PasskeyEvent;
}
