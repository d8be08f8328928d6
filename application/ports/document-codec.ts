import type { AgentClaim } from '../../domain/access/agent-claim/agent-claim.ts';
import type { AuthorizationRecord } from '../../domain/access/authorization/record.ts';
import type { RegisteredClient } from '../../domain/access/client/client.ts';
import type { LastUses } from '../../domain/access/last-uses.ts';
import type { PasskeyListing } from '../../domain/access/passkey/passkey.ts';
import type { TokenValidity } from '../../domain/access/token-validity.ts';
import type { StatementRow } from '../../domain/ledger/statement.ts';
import type { Usage } from '../../domain/ledger/usage.ts';
import type { KeptPasskey } from './passkey-ceremonies.ts';
import type { ReadDocument } from './read-models.ts';

/** Stored documents as the domain knows them. @throws Error when a document has another shape. */
export interface DocumentCodec {
  usage(document: ReadDocument): Usage;
  tokenValidity(document: ReadDocument): TokenValidity;
  authorization(document: ReadDocument): AuthorizationRecord;
  agentClaim(document: ReadDocument): AgentClaim;
  client(document: ReadDocument): RegisteredClient;
  lastUses(document: ReadDocument): LastUses;
  statementRow(document: ReadDocument): StatementRow;
  passkey(document: ReadDocument): PasskeyListing;
  /** A value of the personal data. */
  keptPasskey(text: string): KeptPasskey;
}

/** The names of the read models, and the indexes they can be asked by. */
export const readModelNames = {
  /**
   * One document an account, `id` = account id; index `holds` ('open' as long as a hold is open), ordered by
   * `hold-ends`, the epoch milliseconds at which the first of them ends.
   */
  usage: 'usage',
  /** One document a credential, `id` = SHA-256 of the credential; indexes `account`, `credential`. */
  tokenValidity: 'token-validity',
  /** One document an authorization, `id` = its id; index `account`. */
  authorizations: 'authorizations',
  /**
   * One document an agent's registration, `id` = its id; index `hint` (HMAC of the e-mail), ordered by `ends`,
   * until when it waits for a person; index `words` ('kept' until what it said of itself is destroyed), ordered
   * by `expires`.
   */
  agentClaims: 'agent-claims',
  /** One document a registered client, `id` = its id; index `use`, ordered by `at`, when it registered. */
  clients: 'clients',
  /** One document an account, `id` = account id. */
  lastUses: 'last-uses',
  /** One document an event of an account, `id` = event id; indexes `account`, `revision`, `at`. */
  statement: 'statement',
  /** One document a passkey, `id` = passkey id; index `account`. */
  passkeys: 'passkeys',
} as const;
