import type { ListedPasskey } from '../../../application/access/list-passkeys.ts';
import { formats } from '../formats.ts';
import type { SignedInVisit } from '../visit.ts';
import { Alarm, CsrfField, Ending, Facts, Field, Note } from './parts.tsx';

interface PasskeysProps {
  readonly visit: SignedInVisit;
  readonly passkeys: readonly ListedPasskey[];
  readonly notice?: string | undefined;
  readonly alarm?: string;
}

/** The passkeys of the account, and a form for one more. */
export function PasskeysPage({ visit, passkeys, notice, alarm }: PasskeysProps) {
  const { messages } = visit;
  const texts = messages.passkeys;
  const { moment } = formats(visit);
  return (
    <>
      <h1>{texts.title}</h1>
      <p class="lead">{texts.lead}</p>
      {notice !== undefined && <Note>{notice}</Note>}
      {alarm !== undefined && <Alarm messages={messages}>{alarm}</Alarm>}
      <AddPasskey visit={visit} />
      <section class="card" aria-labelledby="list">
        <h2 id="list">{texts.title}</h2>
        {passkeys.length === 0 && <p>{texts.empty}</p>}
        <ul class="entries" hidden={passkeys.length === 0}>
          {passkeys.map(({ passkeyId, name, addedAt, lastUsedAt }) => (
            <li key={passkeyId}>
              <h3>{name}</h3>
              <Facts
                facts={[
                  [texts.addedOn, moment(addedAt)],
                  [texts.lastUse, moment(lastUsedAt)],
                ]}
              />
              <Ending
                visit={visit}
                action="/account/passkeys/remove"
                field={{ name: 'passkey_id', value: passkeyId }}
                name={texts.removeOf(name)}
                texts={{
                  open: texts.remove,
                  warning: texts.removeWarning,
                  confirm: texts.removeConfirm,
                }}
              />
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** Shown where there are passkeys: what makes one is the browser. */
function AddPasskey({ visit }: { readonly visit: SignedInVisit }) {
  const texts = visit.messages.passkeys;
  return (
    <section class="card" aria-labelledby="add">
      <h2 id="add">{texts.add}</h2>
      <p data-without-passkeys>{texts.needsScript}</p>
      <form
        method="post"
        action="/account/passkeys/add"
        data-passkey="new"
        data-options="/account/passkeys/options"
        hidden
      >
        <CsrfField visit={visit} />
        <input type="hidden" name="answer" value="" />
        <Field
          name="name"
          label={texts.name}
          hint={texts.nameHint}
          attributes={{ maxLength: 60, autocomplete: 'off' }}
        />
        <p class="fault" role="alert" data-failed hidden>
          {texts.failed}
        </p>
        <button type="submit">{texts.add}</button>
      </form>
    </section>
  );
}
