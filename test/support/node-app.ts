import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Cluster } from './cluster.ts';
import { openedAccount } from './holder.ts';
import type { MailBox } from './mail-box.ts';
import { hiddenFields, visitor } from './web-visitor.ts';

/** What a node answered at the token endpoint. */
export interface TokenAnswer {
  readonly status: number;
  readonly accessToken: string;
  readonly refreshToken: string;
}

/** An app and its user, who meet another node of a cluster with every single request. */
export interface NodeApp {
  approvedCode(): Promise<string>;
  exchange(code: string): Promise<TokenAnswer>;
  refresh(tokens: TokenAnswer): Promise<TokenAnswer>;
  revoke(tokens: TokenAnswer): Promise<void>;
  /** The user ends the newest connection. */
  disconnect(): Promise<void>;
  /** What every node says of an access token, asked of all at once. */
  statusesOf(tokens: TokenAnswer): Promise<readonly number[]>;
}

const redirectUri = 'https://app.example/callback';
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const email = 'user-of-an-app@example.org';

export async function nodeApp({ nodes }: Cluster, mailBox: MailBox): Promise<NodeApp> {
  const urls = nodes.map((node) => node.url());
  let turn = 0;
  const nextUrl = (): string => {
    turn += 1;
    return urls[turn % urls.length] ?? assert.fail('no nodes');
  };
  const send = (path: string, form: Readonly<Record<string, string>>) =>
    fetch(`${nextUrl()}${path}`, { method: 'POST', body: new URLSearchParams(form) });
  const token = async (form: Readonly<Record<string, string>>): Promise<TokenAnswer> => {
    const response = await send('/oauth/token', form);
    const answer = JSON.parse(await response.text());
    const { access_token: accessToken = '', refresh_token: refreshToken = '' } = answer;
    return { status: response.status, accessToken, refreshToken };
  };
  const [opener = assert.fail('no nodes')] = nodes;
  await openedAccount(opener, { email });
  const user = await signedIn(nextUrl, mailBox);
  const clientId = await registered(nextUrl());
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  });
  return {
    async approvedCode() {
      const decision = { decision: 'approve' };
      const address = `/oauth/authorize?${request}`;
      const location = await user(address, '/oauth/authorize/decision', decision);
      return new URL(location).searchParams.get('code') ?? assert.fail(location);
    },
    exchange: (code) =>
      token({
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
        client_id: clientId,
      }),
    refresh: ({ refreshToken }) =>
      token({ grant_type: 'refresh_token', refresh_token: refreshToken, client_id: clientId }),
    async revoke({ accessToken }) {
      const answer = await send('/oauth/revoke', { token: accessToken, client_id: clientId });
      assert.equal(answer.status, 200);
    },
    async disconnect() {
      await user('/account/apps', '/account/apps/disconnect', {});
    },
    statusesOf: ({ accessToken }) =>
      Promise.all(
        urls.map(async (url) => {
          const headers = { authorization: `Bearer ${accessToken}` };
          return (await fetch(`${url}/v1/usage`, { headers })).status;
        }),
      ),
  };
}

/** Opens a page at one node and sends its form to another; answers where the browser is sent. */
type User = (
  page: string,
  action: string,
  fields: Readonly<Record<string, string>>,
) => Promise<string>;

async function signedIn(nextUrl: () => string, mailBox: MailBox): Promise<User> {
  const cookies = new Map<string, string>();
  const browser = () => visitor(nextUrl(), cookies);
  const user: User = async (page, action, fields) => {
    const { text } = await browser().get(page);
    const sent = await browser().post(action, { ...hiddenFields(text, action), ...fields });
    return sent.location ?? assert.fail(sent.text);
  };
  await user('/sign-in', '/sign-in/email', { email });
  const code = await mailBox.codeFor(email);
  assert.equal(await user('/sign-in/code', '/sign-in/code', { code }), '/account');
  return user;
}

async function registered(url: string): Promise<string> {
  const response = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'An app', redirect_uris: [redirectUri] }),
  });
  assert.equal(response.status, 201);
  return JSON.parse(await response.text()).client_id;
}
