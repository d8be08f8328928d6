import type { EnteredClaim } from '../../application/access/enter-user-code.ts';
import type { ConnectedApp } from '../../application/access/list-connected-apps.ts';
import type { TriedUserCode } from '../../application/access/try-user-code.ts';
import type { AccountId, AuthorizationId, RegistrationId } from '../../domain/shared/ids.ts';
import type { Outcome } from '../../domain/shared/refusal.ts';
import type { AuthorizeReading, AuthorizeRequest } from '../http/oauth/authorize-request.ts';
import type { AuthorizeError } from '../http/oauth/authorize-response.ts';

interface OfAccount {
  readonly accountId: AccountId;
}

/** What is connected to an account, by whom and how. */
export interface ConnectionApplication {
  /** Judges the query of `GET /oauth/authorize`. */
  readAuthorization(query: string): Promise<AuthorizeReading>;
  /** Where the browser goes with the answer. */
  answerAddress(
    request: AuthorizeRequest,
    answer: AuthorizeError | { readonly code: string },
  ): string;
  approveAuthorization(
    command: OfAccount & Omit<AuthorizeRequest, 'state'>,
  ): Promise<Outcome<{ readonly code: string }>>;
  listConnections(command: OfAccount): Promise<readonly ConnectedApp[]>;
  disconnect(
    command: OfAccount & { readonly authorizationId: AuthorizationId },
  ): Promise<Outcome<{ readonly authorizationId: AuthorizationId }>>;
  enterUserCode(
    command: OfAccount & { readonly code: string; readonly clientAddress: string },
  ): Promise<TriedUserCode>;
  showClaim(
    command: OfAccount & { readonly registrationId: RegistrationId },
  ): Promise<EnteredClaim | null>;
  decideClaim(
    command: OfAccount & {
      readonly registrationId: RegistrationId;
      readonly decision: 'approve' | 'decline';
    },
  ): Promise<Outcome<{ readonly status: 'approved' | 'declined' }>>;
}
