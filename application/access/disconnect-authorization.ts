import { authorizationStream } from '../../domain/access/authorization/events.ts';
import type { Actor } from '../../domain/shared/event.ts';
import type { AccountId, AuthorizationId } from '../../domain/shared/ids.ts';
import { type Outcome, refused, success } from '../../domain/shared/refusal.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { AuthorizationRegistry } from './authorization-registry.ts';

export interface DisconnectAuthorizationPorts {
  readonly authorizations: AuthorizationRegistry;
  readonly clock: Clock;
  readonly ids: Ids;
}

/**
 * Ends what a person let an application or an agent do, with every token and assertion of it. Once this
 * answers, no request with one is accepted. Repeating it is a success; another account's is `not_found`.
 */
export async function disconnectAuthorization(
  { authorizations, clock, ids }: DisconnectAuthorizationPorts,
  command: {
    readonly accountId: AccountId;
    readonly authorizationId: AuthorizationId;
    readonly actor: Actor;
  },
): Promise<Outcome<{ readonly authorizationId: AuthorizationId }>> {
  const { accountId, authorizationId, actor } = command;
  const answer = await authorizations.handle(
    authorizationStream(authorizationId),
    { type: 'end-authorization', accountId, reason: 'disconnected' },
    { at: clock.now(), correlationId: ids.uuid(), actor },
  );
  if (answer.status === 'unknown') return refused('not_found', 'no such connected app');
  return success({ authorizationId });
}
