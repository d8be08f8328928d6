import { includesApiAccess, plans } from '../../domain/access/plan.ts';
import { resourceAddress } from '../../domain/access/resource.ts';
import { notice } from '../../domain/checks/assemble.ts';
import { maxFileBytes, maxTextCodePoints } from '../../domain/checks/limits.ts';
import { type PriceItem, priceLines } from '../../domain/ledger/prices.ts';
import { success } from '../../domain/shared/refusal.ts';
import type { Endpoint } from '../http/exchange.ts';
import { metadataAddress, paths, scope } from '../http/oauth/addresses.ts';
import { operations } from '../http/rest/openapi-text.ts';
import { toolNames, toolTexts } from './tool-texts.ts';

/** `GET /llms.txt`: what the service is and where everything is, for a model that has found its address. */
export function modelGuideEndpoint(issuer: string): Endpoint {
  const body = [summary(), toolServer(issuer), rest(issuer), signingIn(issuer)].join('\n');
  return {
    method: 'GET',
    path: paths.modelGuide,
    crossOrigin: true,
    handle: async () =>
      success({
        contentType: 'text/plain; charset=utf-8',
        body,
        headers: { 'Cache-Control': 'public, max-age=300' },
      }),
  };
}

function summary(): string {
  return `# Assay

> Checks texts and files and returns reports: AI-generated text, grammar and style, plagiarism, hidden marks and metadata. There is a REST API and, for AI agents, a tool server (MCP over Streamable HTTP).

Every request carries \`Authorization: Bearer <access token or API key>\`; there is no anonymous access. The person's account needs one of the plans ${plans.filter(includesApiAccess).join(', ')}.

Checks spend credits of that account. A text of ${words.toLocaleString('en')} words costs ${prices()}. Credit balance, estimates and failed checks are free, and so is an identical request within 24 hours (plagiarism excepted). A text has at most ${maxTextCodePoints.toLocaleString('en')} characters, a file ${maxFileBytes / 2 ** 20} MB.

${notice}
`;
}

const words = 1_000;

const priceNames: Readonly<Record<PriceItem, string>> = {
  ai: 'for AI detection',
  deep: 'more for its deep scan',
  grammar: 'for grammar and style',
  plagiarism: 'for plagiarism',
};

function prices(): string {
  const everything = { ai: true, deep: true, grammar: true, plagiarism: true };
  return priceLines(everything, words)
    .map(({ item, amount }) => `${amount.toLocaleString('en')} ${priceNames[item]}`)
    .join(', ');
}

function toolServer(issuer: string): string {
  const address = resourceAddress(issuer, 'mcp');
  const tools = toolNames.map((name) => {
    const { title, description } = toolTexts[name];
    return `- [${name}](${address}): ${title}. ${firstSentence(description)}`;
  });
  return `## Tool server

- [MCP address](${address}): add it to any MCP client; it signs the person in by itself.
${tools.join('\n')}
`;
}

function rest(issuer: string): string {
  const base = resourceAddress(issuer, 'rest');
  const routes = Object.entries(operations).map(
    ([route, { summary: what }]) => `- [POST /v1/${route}](${base}/${route}): ${what}.`,
  );
  return `## REST API

- [OpenAPI description](${base}/openapi.json): every request, answer and error.
- [Documentation](${base}/docs): the same to read and try.
${routes.join('\n')}
- [GET /v1/usage](${base}/usage): Plan and credits, free.
`;
}

function signingIn(issuer: string): string {
  const at = (path: string): string => `${issuer}${path}`;
  return `## Signing in

- [Connect a client](${at(paths.connectPage)}): steps for claude.ai, ChatGPT, Cursor, VS Code and the command line.
- [Register as an agent](${at(paths.agentGuide)}): for an agent that can talk to its person and has no browser.
- [API keys](${at(paths.keysPage)}): for programs; the person makes one, and it is sent as the bearer credential.
- [Authorization server metadata](${at(paths.authorizationServer)}): OAuth 2.1 code flow with PKCE (S256), open client registration, scope \`${scope}\`.
- [Protected resource metadata of the tool server](${metadataAddress(issuer, 'mcp')}): RFC 9728.
- [Protected resource metadata of the REST API](${metadataAddress(issuer, 'rest')}): RFC 9728.
`;
}

function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text;
}
