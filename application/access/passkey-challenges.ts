import type { Instant } from '../../domain/shared/instant.ts';
import { addMs } from '../../domain/shared/instant.ts';
import type { WebSessions } from '../ports/web-sessions.ts';

/** Research and WebAuthn 14.4.3: a challenge is used once, and soon. */
const challengeMs = 5 * 60 * 1000;

/** What a challenge was made for: nobody answers another one's, and none answers the other purpose. */
export interface ChallengePurpose {
  readonly purpose: 'new' | 'sign-in';
  /** A secret of the browser's session. */
  readonly visitor: string;
}

export async function keepChallenge(
  sessions: WebSessions,
  challenge: string,
  made: ChallengePurpose & { readonly at: Instant },
): Promise<void> {
  const { at, ...purpose } = made;
  const expiresAt = addMs(at, challengeMs);
  await sessions.put(place(challenge), { value: textOf(purpose), expiresAt });
}

/** Uses a challenge up; true when it was made for this purpose and is not yet used or expired. */
export async function useChallenge(
  sessions: WebSessions,
  challenge: string,
  wanted: ChallengePurpose & { readonly at: Instant },
): Promise<boolean> {
  const { at, ...purpose } = wanted;
  const kept = await sessions.take(place(challenge), at);
  return kept?.value === textOf(purpose);
}

function place(challenge: string): string {
  return `passkey-challenge:${challenge}`;
}

function textOf({ purpose, visitor }: ChallengePurpose): string {
  return `${purpose} ${visitor}`;
}
