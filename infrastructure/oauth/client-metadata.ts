import { z } from 'zod';
import { displayName } from '../../domain/access/display-name.ts';
import { isRegistrableRedirectUri } from '../../domain/access/redirect-uri.ts';

/** What the document of a client says of it, as far as we use it. */
export interface ClientMetadata {
  readonly name: string | null;
  readonly redirectUris: readonly string[];
}

/** A public client that runs the code flow. A secret in a document that anybody can read is none. */
const schema = z.object({
  client_id: z.string(),
  client_name: z.string().optional(),
  redirect_uris: z.array(z.string().refine(isRegistrableRedirectUri)).min(1),
  token_endpoint_auth_method: z.literal('none').optional(),
  client_secret: z.never().optional(),
  client_secret_expires_at: z.never().optional(),
  grant_types: z
    .array(z.string())
    .refine((grants) => grants.includes('authorization_code'))
    .optional(),
  response_types: z
    .array(z.string())
    .refine((types) => types.includes('code'))
    .optional(),
});

/** What a metadata document says of a client, or which of its members is off. */
export function readClientMetadata(
  json: unknown,
  clientId: string,
): { readonly metadata: ClientMetadata } | { readonly fault: string } {
  const parsed = schema.safeParse(json);
  if (!parsed.success) {
    const member = parsed.error.issues[0]?.path[0];
    return { fault: member === undefined ? 'the document' : `the member ${String(member)}` };
  }
  const { client_id, client_name, redirect_uris } = parsed.data;
  // Simple string comparison (RFC 3986 6.2.1): the document speaks for this very address and no other.
  if (client_id !== clientId) return { fault: 'the member client_id' };
  return {
    metadata: { name: displayName(client_name ?? '') || null, redirectUris: redirect_uris },
  };
}
