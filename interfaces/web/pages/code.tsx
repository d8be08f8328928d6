import { signInMinutes } from '../../../application/access/start-sign-in.ts';
import type { Visit } from '../visit.ts';
import { Alarm, CsrfField, Field } from './parts.tsx';

interface CodeProps {
  readonly visit: Visit;
  readonly email: string;
  readonly returnTo: string;
  readonly fault?: string;
  /** Nothing can be entered any more. */
  readonly over?: string;
}

/** Asks for the code that was mailed; says nothing of whether it was. */
export function CodePage({ visit, email, returnTo, fault, over }: CodeProps) {
  const { messages } = visit;
  const { code } = messages;
  return (
    <div class="narrow">
      <h1>{code.title}</h1>
      {over === undefined ? (
        <form method="post" action="/sign-in/code" noValidate>
          <p class="lead">{code.lead(email, signInMinutes)}</p>
          <CsrfField visit={visit} />
          <Field
            name="code"
            label={code.code}
            hint={code.codeHint}
            fault={fault}
            attributes={{
              class: 'code',
              inputMode: 'numeric',
              autocomplete: 'one-time-code',
              required: true,
              maxLength: 12,
              autofocus: true,
            }}
          />
          <button type="submit">{code.submit}</button>
        </form>
      ) : (
        <Alarm messages={messages}>{over}</Alarm>
      )}
      <form class="again" method="post" action="/sign-in/email">
        <CsrfField visit={visit} />
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="return_to" value={returnTo} />
        <button class={over === undefined ? 'plain' : ''} type="submit">
          {code.again}
        </button>
      </form>
    </div>
  );
}
