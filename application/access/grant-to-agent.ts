import { authorizationStream } from '../../domain/access/authorization/events.ts';
import { resources } from '../../domain/access/resource.ts';
import { type AccountId, authorizationOf, type RegistrationId } from '../../domain/shared/ids.ts';
import type { Hasher } from '../ports/hasher.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import type { CommandContext } from '../stream-writer.ts';
import { appNameField } from './app-name.ts';
import type { AuthorizationRegistry } from './authorization-registry.ts';
import { agentNameField } from './register-agent.ts';

export interface GrantToAgentPorts {
  readonly authorizations: AuthorizationRegistry;
  readonly personalData: PersonalData;
  readonly hasher: Hasher;
}

/**
 * Makes the authorization that follows from an approval. The approval is the decision, so this is repeated
 * by whoever needs the authorization and does not find it: a crash in between leaves nothing undone.
 */
export async function grantToAgent(
  { authorizations, personalData, hasher }: GrantToAgentPorts,
  approval: { readonly registrationId: RegistrationId; readonly accountId: AccountId },
  context: CommandContext,
): Promise<void> {
  const { registrationId, accountId } = approval;
  const authorizationId = authorizationOf(registrationId);
  const stream = authorizationStream(authorizationId);
  if ((await authorizations.current(stream)).status !== 'unknown') return;
  const name = await personalData.get(registrationId, agentNameField);
  if (name !== undefined) await personalData.put(accountId, appNameField(authorizationId), name);
  await authorizations.handle(
    stream,
    {
      type: 'grant-authorization',
      authorizationId,
      accountId,
      party: 'agent',
      clientHash: hasher.sha256(registrationId),
      resources,
      code: null,
    },
    context,
  );
}
