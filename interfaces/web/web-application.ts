import { type AddPasskeyPorts, addPasskey } from '../../application/access/add-passkey.ts';
import { admitAttempt } from '../../application/access/admit-attempt.ts';
import {
  type ApproveAuthorizationPorts,
  approveAuthorization,
} from '../../application/access/approve-authorization.ts';
import { type BrowseKeysPorts, browseKeys } from '../../application/access/browse-keys.ts';
import {
  type CreateKeyPorts,
  createKey,
  defaultRateLimit,
} from '../../application/access/create-key.ts';
import { type DecideClaimPorts, decideClaim } from '../../application/access/decide-claim.ts';
import {
  type DisconnectAuthorizationPorts,
  disconnectAuthorization,
} from '../../application/access/disconnect-authorization.ts';
import { type FinishSignInPorts, finishSignIn } from '../../application/access/finish-sign-in.ts';
import { markBrowser } from '../../application/access/known-browser.ts';
import {
  type ListConnectedAppsPorts,
  listConnectedApps,
} from '../../application/access/list-connected-apps.ts';
import { listPasskeys } from '../../application/access/list-passkeys.ts';
import { removePasskey } from '../../application/access/remove-passkey.ts';
import { requestNewPasskey } from '../../application/access/request-new-passkey.ts';
import { requestPasskeySignIn } from '../../application/access/request-passkey-sign-in.ts';
import { revokeOwnKey } from '../../application/access/revoke-own-key.ts';
import { type ShowClaimPorts, showClaim } from '../../application/access/show-claim.ts';
import { signInWithPasskey } from '../../application/access/sign-in-with-passkey.ts';
import { type StartSignInPorts, startSignIn } from '../../application/access/start-sign-in.ts';
import { type TryUserCodePorts, tryUserCode } from '../../application/access/try-user-code.ts';
import { type VisitAccountPorts, visitAccount } from '../../application/access/visit-account.ts';
import { type AuthorizePorts, readAuthorizeRequest } from '../http/oauth/authorize-request.ts';
import { authorizeResponse } from '../http/oauth/authorize-response.ts';
import type { WebApplication } from './application.ts';

export type WebPorts = AddPasskeyPorts &
  ApproveAuthorizationPorts &
  BrowseKeysPorts &
  CreateKeyPorts &
  DecideClaimPorts &
  DisconnectAuthorizationPorts &
  FinishSignInPorts &
  ListConnectedAppsPorts &
  ShowClaimPorts &
  StartSignInPorts &
  TryUserCodePorts &
  VisitAccountPorts;

/** The use cases behind the pages over the ports of this process, and what finds the apps that ask. */
export function webApplication(ports: WebPorts, apps: AuthorizePorts): WebApplication {
  const { issuer } = apps;
  return {
    admitAttempt: (command) => admitAttempt(ports, command),
    readAuthorization: (query) => readAuthorizeRequest(apps, query),
    answerAddress: ({ redirectUri, state }, answer) =>
      authorizeResponse({ issuer, redirectUri, state }, answer),
    approveAuthorization: (request) =>
      approveAuthorization(ports, {
        ...request,
        actor: { kind: 'person', id: request.accountId },
      }),
    sessions: ports.webSessions,
    startSignIn: (command) => startSignIn(ports, command),
    markBrowser: (email) => markBrowser(ports, email),
    finishSignIn: (command) => finishSignIn(ports, command),
    requestPasskeySignIn: (command) => requestPasskeySignIn(ports, command),
    signInWithPasskey: (command) => signInWithPasskey(ports, command),
    visitAccount: (command) => visitAccount(ports, command),
    listConnections: (command) => listConnectedApps(ports, command),
    disconnect: (command) =>
      disconnectAuthorization(ports, {
        ...command,
        actor: { kind: 'person', id: command.accountId },
      }),
    browseKeys: (command) => browseKeys(ports, command),
    createKey: (wish) =>
      createKey(ports, {
        ...wish,
        rateLimit: defaultRateLimit,
        actor: { kind: 'person', id: wish.accountId },
      }),
    revokeKey: (command) => revokeOwnKey(ports, command),
    listPasskeys: (command) => listPasskeys(ports, command),
    requestNewPasskey: (command) => requestNewPasskey(ports, command),
    addPasskey: (command) => addPasskey(ports, command),
    enterUserCode: (command) => tryUserCode(ports, command),
    showClaim: (command) => showClaim(ports, command),
    decideClaim: (command) =>
      decideClaim(ports, { ...command, actor: { kind: 'person', id: command.accountId } }),
    removePasskey: (command) => removePasskey(ports, command),
  };
}
