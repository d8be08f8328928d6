import { z } from 'zod';
import { success } from '../../../domain/shared/refusal.ts';
import { type Handle, jsonType } from '../exchange.ts';
import { scope } from './addresses.ts';
import type { OAuthApplication, RegisteredMetadata } from './application.ts';
import { readJson } from './protocol-body.ts';
import { noStore, protocolRefusal } from './protocol-errors.ts';

/** RFC 7591 2. Members we have no use for are left out; the answer shows what was registered (3.2.1). */
const metadata = z.object({
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string()),
  token_endpoint_auth_method: z.literal('none').optional(),
  grant_types: z
    .array(z.string())
    .refine((grants) => grants.includes('authorization_code'), 'expected authorization_code')
    .optional(),
  response_types: z
    .array(z.string())
    .refine((types) => types.includes('code'), 'expected code')
    .optional(),
});

/** `POST /oauth/register`: open, and for public clients only. */
export function registerEndpoint(application: Pick<OAuthApplication, 'registerClient'>): Handle {
  return async (exchange) => {
    const body = await readJson(exchange);
    if (!body.ok) {
      const { code, detail } = body.refusal;
      return code === 'text_too_long' ? body : invalidMetadata(detail);
    }
    const parsed = metadata.safeParse(body.value);
    if (!parsed.success) return refusedMember(parsed.error.issues);
    const { client_name, redirect_uris } = parsed.data;
    const registered = await application.registerClient({
      clientName: client_name ?? null,
      redirectUris: redirect_uris,
    });
    if (!registered.ok) return protocolRefusal(registered, 'oauth');
    const answer = JSON.stringify(clientInformation(registered.value));
    return success({ status: 201, contentType: jsonType, body: answer, headers: noStore });
  };
}

/** RFC 7591 3.2.1. There is no secret, so there is no time when it expires. */
function clientInformation(client: RegisteredMetadata): object {
  const { clientId, issuedAt, clientName, redirectUris } = client;
  return {
    client_id: clientId,
    client_id_issued_at: Math.floor(issuedAt / 1000),
    ...(clientName === null ? {} : { client_name: clientName }),
    redirect_uris: redirectUris,
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    scope,
  };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function refusedMember(issues: readonly Issue[]) {
  const [issue] = issues;
  const member = String(issue?.path[0] ?? 'the document');
  const description = `${member}: ${issue?.message ?? 'not as expected'}`;
  const error = member === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata';
  return protocolRefusal({ error, description }, 'oauth');
}

function invalidMetadata(description: string) {
  return protocolRefusal({ error: 'invalid_client_metadata', description }, 'oauth');
}
