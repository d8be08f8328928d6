import { z } from 'zod';
import type { DocumentCodec } from '../../application/ports/document-codec.ts';
import type { KeptPasskey } from '../../application/ports/passkey-ceremonies.ts';
import type { ReadDocument } from '../../application/ports/read-models.ts';
import type { AgentClaim } from '../../domain/access/agent-claim/agent-claim.ts';
import type { AuthorizationRecord } from '../../domain/access/authorization/record.ts';
import type { RegisteredClient } from '../../domain/access/client/client.ts';
import type { LastUses } from '../../domain/access/last-uses.ts';
import type { PasskeyListing } from '../../domain/access/passkey/passkey.ts';
import { plans } from '../../domain/access/plan.ts';
import { resources } from '../../domain/access/resource.ts';
import type { TokenValidity } from '../../domain/access/token-validity.ts';
import type { StatementRow } from '../../domain/ledger/statement.ts';
import type { Usage } from '../../domain/ledger/usage.ts';
import {
  accountIdSchema,
  authorizationIdSchema,
  checksSchema,
  clientIdSchema,
  creditsSchema,
  grantIdSchema,
  instantSchema,
  passkeyIdSchema,
  registrationIdSchema,
} from './value-schemas.ts';

const usage: z.ZodType<Usage> = z.object({
  accountId: accountIdSchema.nullable(),
  erased: z.boolean(),
  plan: z.enum(plans),
  allowance: creditsSchema,
  allowanceGrantId: grantIdSchema.nullable(),
  used: creditsSchema,
  balance: creditsSchema,
  held: creditsSchema,
  periodStart: instantSchema,
  periodEnd: instantSchema,
  grantExpiries: z.record(z.string(), instantSchema),
  holdExpiries: z.record(z.string(), z.number()),
});

const tokenValidity: z.ZodType<TokenValidity> = z.object({
  credentialId: z.string(),
  kind: z.literal('key'),
  accountId: accountIdSchema,
  credentialHash: z.string(),
  rateLimit: z.number(),
  monthlyCap: creditsSchema.nullable(),
  expiresAt: instantSchema.nullable(),
  checks: checksSchema.nullable(),
  revoked: z.boolean(),
});

const resourceList = z.array(z.enum(resources));
const authorization: z.ZodType<AuthorizationRecord> = z.object({
  authorizationId: authorizationIdSchema,
  accountId: accountIdSchema,
  party: z.enum(['app', 'agent']),
  clientHash: z.string(),
  resources: resourceList,
  grantedAt: instantSchema,
  ended: z.boolean(),
  renewableUntil: instantSchema.nullable(),
  accessTokens: z.array(
    z.object({ hash: z.string(), expiresAt: instantSchema, resources: resourceList }),
  ),
});

const decided = { accountId: accountIdSchema, authorizationId: authorizationIdSchema };
const agentClaim: z.ZodType<AgentClaim> = z.object({
  registrationId: registrationIdSchema,
  registeredAt: instantSchema,
  hintHash: z.string(),
  claimTokenHash: z.string(),
  codeHash: z.string(),
  codeExpiresAt: instantSchema,
  expiresAt: instantSchema,
  tries: z.number(),
  progress: z.discriminatedUnion('status', [
    z.object({ status: z.literal('open') }),
    z.object({
      status: z.literal('entered'),
      accountId: accountIdSchema,
      decideBy: instantSchema,
    }),
    z.object({ status: z.enum(['approved', 'collected']), ...decided }),
    z.object({ status: z.literal('declined'), accountId: accountIdSchema }),
  ]),
  forgotten: z.boolean(),
});

const client: z.ZodType<RegisteredClient> = z.object({
  clientId: clientIdSchema,
  metadataHash: z.string(),
  registeredAt: instantSchema,
  use: z.enum(['none', 'approved', 'forgotten']),
});

const lastUses: z.ZodType<LastUses> = z.object({
  accountId: accountIdSchema,
  uses: z.record(z.string(), instantSchema),
});

const text = z.string().nullable();
const statementRow: z.ZodType<StatementRow> = z.object({
  event_id: z.string(),
  hash: z.string(),
  revision: z.number(),
  at: z.number(),
  kind: z.enum([
    'opened',
    'plan',
    'period',
    'grant',
    'expiry',
    'hold',
    'debit',
    'release',
    'refund',
    'cache_hit',
    'erased',
  ]),
  amount: z.number(),
  held: z.number(),
  balance: z.number(),
  open_holds: z.number(),
  available: z.number(),
  check_id: text,
  debit_id: text,
  grant_id: text,
  credential_id: text,
  note_id: text,
  credits_saved: z.number(),
  lines: z.array(
    z.object({ item: z.enum(['ai', 'grammar', 'plagiarism', 'deep']), amount: creditsSchema }),
  ),
  detail: text,
});

const passkey: z.ZodType<PasskeyListing> = z.object({
  passkeyId: passkeyIdSchema,
  accountId: accountIdSchema,
  removed: z.boolean(),
  addedAt: instantSchema,
});

const keptPasskey: z.ZodType<KeptPasskey> = z.object({
  credentialId: z.string(),
  publicKey: z.string(),
  counter: z.number(),
  name: z.string(),
  lastUsedAt: instantSchema.nullable(),
});

/** Documents come from a file that anyone may have touched: checked before they are believed. */
export const documentCodec: DocumentCodec = {
  usage: (document) => parse(usage, document),
  tokenValidity: (document) => parse(tokenValidity, document),
  authorization: (document) => parse(authorization, document),
  agentClaim: (document) => parse(agentClaim, document),
  client: (document) => parse(client, document),
  lastUses: (document) => parse(lastUses, document),
  statementRow: (document) => parse(statementRow, document),
  passkey: (document) => parse(passkey, document),
  keptPasskey: (text) => keptPasskey.parse(JSON.parse(text)),
};

function parse<Body>(schema: z.ZodType<Body>, document: ReadDocument): Body {
  const parsed = schema.safeParse(document.body);
  if (parsed.success) return parsed.data;
  throw new Error(`document ${document.id} has another shape: ${parsed.error.message}`);
}
