import type { RegistrationId } from '../../domain/shared/ids.ts';
import type { Instant } from '../../domain/shared/instant.ts';

/** The assertions by which agents renew their access: signed statements that this service makes to itself. */
export interface AssertionSigner {
  sign(assertion: {
    readonly registrationId: RegistrationId;
    readonly jti: string;
    readonly issuedAt: Instant;
    readonly expiresAt: Instant;
  }): Promise<string>;
  /** The registration it names, when every part of it is right and it has not expired; null otherwise. */
  verify(assertion: string, now: Instant): Promise<RegistrationId | null>;
}
