import type { OAuthClient } from '../../domain/access/client/client.ts';
import { displayName } from '../../domain/access/display-name.ts';
import type { AuthorizationId } from '../../domain/shared/ids.ts';

/** Where an account's personal data keeps how a connected app or agent calls itself. */
export function appNameField(id: AuthorizationId): string {
  return `app-name:${id}`;
}

/** The name to show for a client; one without is called by the host that vouches for it, if there is one. */
export function nameOfClient({ kind, clientId, name }: OAuthClient): string | null {
  const shown = displayName(name ?? '');
  if (shown !== '') return shown;
  return kind === 'document' ? new URL(clientId).host : null;
}
