import type { Visit } from '../visit.ts';
import { Alarm, CsrfField, Field } from './parts.tsx';

interface SignInProps {
  readonly visit: Visit;
  readonly returnTo: string;
  readonly email?: string;
  readonly fault?: string;
  readonly alarm?: string;
}

/** Asks who is there: by e-mail, or by a passkey where the browser has any. */
export function SignInPage({ visit, returnTo, email, fault, alarm }: SignInProps) {
  const { messages } = visit;
  const { signIn } = messages;
  return (
    <div class="narrow">
      <h1>{signIn.title}</h1>
      <p class="lead">{signIn.lead}</p>
      {alarm !== undefined && <Alarm messages={messages}>{alarm}</Alarm>}
      <form method="post" action="/sign-in/email" noValidate>
        <CsrfField visit={visit} />
        <input type="hidden" name="return_to" value={returnTo} />
        <Field
          name="email"
          label={signIn.email}
          fault={fault}
          value={email ?? ''}
          attributes={{
            type: 'email',
            autocomplete: 'username webauthn',
            required: true,
            maxLength: 254,
            inputMode: 'email',
            spellcheck: false,
          }}
        />
        <button type="submit">{signIn.send}</button>
      </form>
      <form
        method="post"
        action="/sign-in/passkey"
        data-passkey="sign-in"
        data-options="/sign-in/passkey/options"
        hidden
      >
        <p class="or">{signIn.or}</p>
        <CsrfField visit={visit} />
        <input type="hidden" name="return_to" value={returnTo} />
        <input type="hidden" name="answer" value="" />
        <p class="fault" role="alert" data-failed hidden>
          {signIn.passkeyFailed}
        </p>
        <button class="second" type="submit">
          {signIn.withPasskey}
        </button>
      </form>
    </div>
  );
}
