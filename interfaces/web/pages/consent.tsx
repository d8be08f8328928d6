import type { AuthorizeRequest } from '../../http/oauth/authorize-request.ts';
import { isolated } from '../isolated.ts';
import type { SignedInVisit } from '../visit.ts';
import { Alarm, CsrfField, Facts } from './parts.tsx';

interface ConsentProps {
  readonly visit: SignedInVisit;
  readonly request: AuthorizeRequest;
  /** Names the frozen request. */
  readonly consent: string;
}

/** Asks whether an app may act for the account; what it calls itself is shown as nothing but its own word. */
export function ConsentPage({ visit, request, consent }: ConsentProps) {
  const { messages, account } = visit;
  const texts = messages.consent;
  const { client, redirectUri, resources } = request;
  const free = account.plan === 'free';
  const name = isolated(client.name) ?? texts.unnamed;
  const facts: [string, string][] = [
    [texts.returnsTo, returnAddress(redirectUri)],
    ...(client.kind === 'document' ? ([[texts.clientAt, client.clientId]] as const) : []).map(
      ([label, value]): [string, string] => [label, value],
    ),
    [texts.reach, resources.map((resource) => messages.apps.reaches[resource]).join(', ')],
    [texts.account, account.email],
  ];
  return (
    <div class="narrow">
      <h1>{texts.asks(name)}</h1>
      <p class="lead">{texts.unverified}</p>
      <div class="card">
        <Facts facts={facts} />
      </div>
      <h2>{texts.may}</h2>
      <ul>
        <li>{texts.mayCheck}</li>
        <li>{texts.mayRead}</li>
      </ul>
      <p>{texts.mayNot}</p>
      {free && <Alarm messages={messages}>{texts.planRequired}</Alarm>}
      <form method="post" action="/oauth/authorize/decision">
        <CsrfField visit={visit} />
        <input type="hidden" name="consent" value={consent} />
        <div class="choices">
          {!free && (
            <button type="submit" name="decision" value="approve">
              {texts.approve}
            </button>
          )}
          <button class="second" type="submit" name="decision" value="deny">
            {texts.deny}
          </button>
        </div>
      </form>
    </div>
  );
}

/** The host, which nobody can pretend to be; of a scheme of an app's own, the scheme. */
function returnAddress(uri: string): string {
  const { protocol, host } = new URL(uri);
  return host === '' || !/^https?:$/.test(protocol) ? protocol : `${protocol}//${host}`;
}
