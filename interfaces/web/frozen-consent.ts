import { z } from 'zod';
import { resources } from '../../domain/access/resource.ts';
import type { AuthorizeRequest } from '../http/oauth/authorize-request.ts';

/** A request as it was shown to a person, and to whom. */
export interface FrozenConsent {
  readonly accountId: string;
  /** A secret of the session it was shown in. */
  readonly visitor: string;
  readonly request: AuthorizeRequest;
}

const frozenConsent: z.ZodType<FrozenConsent> = z.object({
  accountId: z.string(),
  visitor: z.string(),
  request: z.object({
    client: z.object({
      clientId: z.string(),
      kind: z.enum(['registered', 'document']),
      name: z.string().nullable(),
      redirectUris: z.array(z.string()),
    }),
    redirectUri: z.string(),
    codeChallenge: z.string(),
    resources: z.array(z.enum(resources)),
    state: z.string().nullable(),
  }),
});

/** Null when another version of the service kept it in another shape. */
export function readConsent(text: string): FrozenConsent | null {
  const parsed = frozenConsent.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
}
