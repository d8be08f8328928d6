import type { AuthorizationRecord } from '../../domain/access/authorization/record.ts';
import type { Resource } from '../../domain/access/resource.ts';
import type { AccountId, AuthorizationId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';
import type { Clock } from '../ports/clock.ts';
import { type DocumentCodec, readModelNames } from '../ports/document-codec.ts';
import type { PersonalData } from '../ports/personal-data.ts';
import type { ReadModels } from '../ports/read-models.ts';
import { appNameField } from './app-name.ts';
import { lastUses } from './last-uses.ts';

export interface ListConnectedAppsPorts {
  readonly readModels: ReadModels;
  readonly documents: DocumentCodec;
  readonly personalData: PersonalData;
  readonly clock: Clock;
}

/** What a person sees of an application or agent that may act on the account. */
export interface ConnectedApp {
  readonly authorizationId: AuthorizationId;
  readonly party: 'app' | 'agent';
  readonly name: string | null;
  readonly resources: readonly Resource[];
  readonly connectedAt: Instant;
  /** When it last ran a check; null when it never did. */
  readonly lastUsedAt: Instant | null;
}

/** Every application and agent that can still act on an account, the newest first. */
export async function listConnectedApps(
  ports: ListConnectedAppsPorts,
  { accountId }: { readonly accountId: AccountId },
): Promise<readonly ConnectedApp[]> {
  const { readModels, documents, personalData, clock } = ports;
  const index = { index: 'account', equals: accountId };
  const [found, uses] = await Promise.all([
    readModels.query(readModelNames.authorizations, index),
    lastUses(ports, { accountId }),
  ]);
  const now = clock.now();
  const alive = found
    .map((document) => documents.authorization(document))
    .filter((record) => isAlive(record, now))
    .sort((one, other) => other.grantedAt - one.grantedAt);
  return Promise.all(
    alive.map(async ({ authorizationId, party, resources, grantedAt }) => ({
      authorizationId,
      party,
      name: (await personalData.get(accountId, appNameField(authorizationId))) ?? null,
      resources,
      connectedAt: grantedAt,
      lastUsedAt: uses.get(authorizationId) ?? null,
    })),
  );
}

/** How long an agent whose registration was approved may take to collect its first tokens. */
const collectMs = 24 * 3600 * 1000;

/**
 * An application whose code was never exchanged, or whose last refresh token has expired, can do nothing
 * any more, and a list of those would hide the ones that can.
 */
function isAlive(record: AuthorizationRecord, now: Instant): boolean {
  const { ended, party, grantedAt, renewableUntil, accessTokens } = record;
  if (ended) return false;
  if (renewableUntil === null) return party === 'agent' && grantedAt + collectMs > now;
  return renewableUntil > now || accessTokens.some(({ expiresAt }) => expiresAt > now);
}
