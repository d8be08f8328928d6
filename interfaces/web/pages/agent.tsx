import type { EnteredClaim } from '../../../application/access/enter-user-code.ts';
import { formats } from '../formats.ts';
import { isolated } from '../isolated.ts';
import type { SignedInVisit } from '../visit.ts';
import { Alarm, CsrfField, Facts, Field } from './parts.tsx';

interface AgentCodeProps {
  readonly visit: SignedInVisit;
  readonly fault?: string;
  readonly alarm?: string;
}

/** Asks for the code that an agent shows. Never filled in from a link. */
export function AgentCodePage({ visit, fault, alarm }: AgentCodeProps) {
  const { messages } = visit;
  const texts = messages.agent;
  return (
    <div class="narrow">
      <h1>{texts.title}</h1>
      <p class="lead">{texts.lead}</p>
      <div class="note">
        <p>{texts.warning}</p>
      </div>
      {alarm !== undefined && <Alarm messages={messages}>{alarm}</Alarm>}
      <form method="post" action="/agent" noValidate>
        <CsrfField visit={visit} />
        <Field
          name="code"
          label={texts.code}
          hint={texts.codeHint}
          fault={fault}
          attributes={{
            class: 'code',
            inputMode: 'numeric',
            autocomplete: 'off',
            required: true,
            maxLength: 12,
          }}
        />
        <button type="submit">{texts.submit}</button>
      </form>
    </div>
  );
}

/** Shows who asks, and lets the person decide. */
export function AgentCheckPage({
  visit,
  agent,
}: {
  readonly visit: SignedInVisit;
  readonly agent: EnteredClaim;
}) {
  const { messages, account } = visit;
  const texts = messages.agent;
  const { moment } = formats(visit);
  const free = account.plan === 'free';
  return (
    <div class="narrow">
      <h1>{texts.checkTitle}</h1>
      <div class="card">
        <Facts
          facts={[
            [texts.name, <strong key="name">{isolated(agent.agentName) ?? texts.unnamed}</strong>],
            [texts.askedAt, moment(agent.registeredAt)],
            [messages.consent.account, account.email],
          ]}
        />
      </div>
      <p class="lead">{texts.unverified}</p>
      <h2>{messages.consent.may}</h2>
      <ul>
        <li>{messages.consent.mayCheck}</li>
        <li>{messages.consent.mayRead}</li>
      </ul>
      <p>{messages.consent.mayNot}</p>
      {free && <Alarm messages={messages}>{texts.planRequired}</Alarm>}
      <form method="post" action="/agent/decision">
        <CsrfField visit={visit} />
        <input type="hidden" name="registration" value={agent.registrationId} />
        <div class="choices">
          {!free && (
            <button type="submit" name="decision" value="approve">
              {texts.approve}
            </button>
          )}
          <button class="second" type="submit" name="decision" value="decline">
            {texts.decline}
          </button>
        </div>
      </form>
    </div>
  );
}
