import type { BrowsedKey } from '../../../application/access/browse-keys.ts';
import { formats } from '../formats.ts';
import type { SignedInVisit } from '../visit.ts';
import { Alarm, CsrfField, Ending, Facts, Field, Note } from './parts.tsx';

export interface KeyFormState {
  readonly name?: string;
  readonly cap?: string;
  readonly nameFault?: string;
  readonly capFault?: string;
}

interface KeysProps {
  readonly visit: SignedInVisit;
  readonly keys: readonly BrowsedKey[];
  readonly form?: KeyFormState;
  readonly notice?: string | undefined;
  readonly alarm?: string;
}

/** The keys of the account, and a form for one more. */
export function KeysPage({ visit, keys, form = {}, notice, alarm }: KeysProps) {
  const { messages } = visit;
  const texts = messages.keys;
  return (
    <>
      <h1>{texts.title}</h1>
      <p class="lead">{texts.lead}</p>
      {notice !== undefined && <Note>{notice}</Note>}
      {alarm !== undefined && <Alarm messages={messages}>{alarm}</Alarm>}
      <section class="card" aria-labelledby="create">
        <h2 id="create">{texts.create}</h2>
        <form method="post" action="/account/keys/create" noValidate>
          <CsrfField visit={visit} />
          <Field
            name="name"
            label={texts.name}
            hint={texts.nameHint}
            fault={form.nameFault}
            value={form.name ?? ''}
            attributes={{ maxLength: 80, required: true, autocomplete: 'off' }}
          />
          <Field
            name="cap"
            label={texts.cap}
            hint={texts.capHint}
            fault={form.capFault}
            value={form.cap ?? ''}
            attributes={{ inputMode: 'numeric', maxLength: 15, autocomplete: 'off' }}
          />
          <button type="submit">{texts.submit}</button>
        </form>
      </section>
      <section class="card" aria-labelledby="list">
        <h2 id="list">{texts.list}</h2>
        {keys.length === 0 ? (
          <p>{texts.empty}</p>
        ) : (
          <ul class="entries">
            {keys.map((key) => (
              <KeyEntry key={key.keyId} visit={visit} entry={key} />
            ))}
          </ul>
        )}
      </section>
    </>
  );
}

interface KeyEntryProps {
  readonly visit: SignedInVisit;
  readonly entry: BrowsedKey;
}

function KeyEntry({ visit, entry }: KeyEntryProps) {
  const texts = visit.messages.keys;
  const { number, moment } = formats(visit);
  const name = entry.name ?? texts.unnamed;
  return (
    <li>
      <div class="headline">
        <h3>{name}</h3>
        <span class="tag">{texts[entry.status]}</span>
      </div>
      <Facts
        facts={[
          [texts.lastUse, moment(entry.lastUsedAt)],
          [texts.cap, entry.monthlyCap === null ? texts.noCap : number(entry.monthlyCap)],
          ...(entry.spentCredits === null
            ? []
            : ([[texts.spent, number(entry.spentCredits)]] as const)),
          ...(entry.expiresAt === null
            ? []
            : ([[texts.expires, moment(entry.expiresAt)]] as const)),
        ]}
      />
      {entry.status !== 'revoked' && (
        <Ending
          visit={visit}
          action="/account/keys/revoke"
          field={{ name: 'key_id', value: entry.keyId }}
          name={texts.revokeOf(name)}
          texts={{ open: texts.revoke, warning: texts.revokeWarning, confirm: texts.revokeConfirm }}
        />
      )}
    </li>
  );
}

/** The only time the key itself is shown. */
export function NewKeyPage({
  visit,
  name,
  value,
}: {
  readonly visit: SignedInVisit;
  readonly name: string;
  readonly value: string;
}) {
  const texts = visit.messages.keys;
  return (
    <>
      <h1>{texts.made(name)}</h1>
      <div class="note" role="status">
        <p>
          <strong>{texts.shownOnce}</strong>
        </p>
      </div>
      <section class="card" aria-labelledby="key">
        <h2 id="key">{texts.yourKey}</h2>
        <code class="secret">{value}</code>
      </section>
      <p>
        <a href="/account/keys">{texts.list}</a>
      </p>
    </>
  );
}
