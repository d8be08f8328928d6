import { claimStream } from '../../domain/access/agent-claim/events.ts';
import { isForgettable } from '../../domain/access/client/decide.ts';
import { clientStream } from '../../domain/access/client/events.ts';
import { forgetAfterMs, unusedClientMs } from '../../domain/access/registration-lifetimes.ts';
import type { ClientId, RegistrationId } from '../../domain/shared/ids.ts';
import { addMs } from '../../domain/shared/instant.ts';
import type { Clock } from '../ports/clock.ts';
import { type DocumentCodec, readModelNames } from '../ports/document-codec.ts';
import type { Ids } from '../ports/ids.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import type { ReadModels } from '../ports/read-models.ts';
import type { CommandContext } from '../stream-writer.ts';
import type { AgentClaimRegistry } from './agent-claim-registry.ts';
import type { ClientRegistry } from './client-registry.ts';
import { agentNameField } from './register-agent.ts';
import { metadataField } from './register-client.ts';

export interface ForgetUnusedRegistrationsPorts {
  readonly clients: ClientRegistry;
  readonly claims: AgentClaimRegistry;
  readonly readModels: ReadModels;
  readonly documents: DocumentCodec;
  readonly personalData: PersonalData;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** What one call takes on of each kind: more than strangers can register until the next. */
const maxAtOnce = 1_000;

/**
 * Destroys what applications and agents said of themselves when they registered and no person let them in, or
 * when an agent's registration is over. Rules shut the door long before, by time alone; this clears up behind
 * it: first the words go, then the fact is written, so that a crash in between leaves nothing undone. Several
 * nodes may do this at once.
 */
export async function forgetUnusedRegistrations(
  ports: ForgetUnusedRegistrationsPorts,
): Promise<{ readonly clients: number; readonly agents: number }> {
  const { clock, ids } = ports;
  const system = { kind: 'system' } as const;
  const context = { at: clock.now(), correlationId: ids.uuid(), actor: system };
  return {
    clients: await forgetClients(ports, context),
    agents: await forgetAgents(ports, context),
  };
}

async function forgetClients(
  ports: ForgetUnusedRegistrationsPorts,
  context: CommandContext,
): Promise<number> {
  const { clients, readModels, documents } = ports;
  const { at } = context;
  const found = await readModels.query(readModelNames.clients, {
    index: 'use',
    equals: 'none',
    orderBy: 'at',
    to: addMs(at, 1 - unusedClientMs - forgetAfterMs),
    limit: maxAtOnce,
  });
  const listed = found.map((document) => documents.client(document).clientId);
  // The model may lag behind: what somebody has let in meanwhile must not lose its name.
  const due = await kept(listed, async (id) => {
    const client = await clients.current(clientStream(id));
    return client !== null && isForgettable(client, at);
  });
  await eraseAll(ports, due, metadataField);
  const forget = { type: 'forget-client' } as const;
  await Promise.all(due.map((id) => clients.handle(clientStream(id), forget, context)));
  return due.length;
}

async function forgetAgents(
  ports: ForgetUnusedRegistrationsPorts,
  context: CommandContext,
): Promise<number> {
  const { claims, readModels, documents } = ports;
  const found = await readModels.query(readModelNames.agentClaims, {
    index: 'words',
    equals: 'kept',
    orderBy: 'expires',
    to: addMs(context.at, 1 - forgetAfterMs),
    limit: maxAtOnce,
  });
  const due = found.map((document) => documents.agentClaim(document).registrationId);
  await eraseAll(ports, due, agentNameField);
  const forget = { type: 'forget' } as const;
  await Promise.all(due.map((id) => claims.handle(claimStream(id), forget, context)));
  return due.length;
}

/** All at the same time: a store cleans its file once for everything that is destroyed together. */
async function eraseAll<Owner extends ClientId | RegistrationId>(
  { personalData }: ForgetUnusedRegistrationsPorts,
  owners: readonly Owner[],
  field: string,
): Promise<void> {
  const speaking = await kept(
    owners,
    async (owner) => (await personalData.get(owner, field)) !== undefined,
  );
  await Promise.all(speaking.map((owner) => personalData.erase(owner)));
}

async function kept<Value>(
  values: readonly Value[],
  isKept: (value: Value) => Promise<boolean>,
): Promise<readonly Value[]> {
  const answers = await Promise.all(values.map(isKept));
  return values.filter((_, place) => answers[place]);
}
