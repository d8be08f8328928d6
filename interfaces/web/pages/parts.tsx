import type { ComponentChildren } from 'preact';
import type { Messages } from '../languages/messages.ts';
import type { Visit } from '../visit.ts';

/** Without it no form of ours is taken. */
export function CsrfField({ visit }: { readonly visit: Visit }) {
  return <input type="hidden" name="csrf" value={visit.csrf()} />;
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** What is wrong with the value, in words. */
  readonly fault?: string | undefined;
  readonly value?: string;
  readonly attributes?: Readonly<Record<string, string | number | boolean>>;
}

/** A labelled field whose hint and fault are read out with it. */
export function Field({ name, label, hint, fault, value, attributes = {} }: FieldProps) {
  const described = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(fault === undefined ? [] : [`${name}-fault`]),
  ];
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint !== undefined && (
        <span class="hint" id={`${name}-hint`}>
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span class="fault" id={`${name}-fault`}>
          {fault}
        </span>
      )}
      <input
        id={name}
        name={name}
        {...attributes}
        {...(value !== undefined && { value })}
        {...(described.length > 0 && { 'aria-describedby': described.join(' ') })}
        {...(fault !== undefined && { 'aria-invalid': 'true' as const, autofocus: true })}
      />
    </div>
  );
}

/** A fault of the whole form, read out as soon as the page is there. */
export function Alarm({
  messages,
  children,
}: {
  readonly messages: Messages;
  readonly children: ComponentChildren;
}) {
  return (
    <div class="alarm" role="alert">
      <p>
        <strong>{messages.problem}.</strong> {children}
      </p>
    </div>
  );
}

/** Says that something was done. */
export function Note({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="note" role="status">
      <p>{children}</p>
    </div>
  );
}

/** A name and what stands behind it, one a line. */
export function Facts({
  facts,
}: {
  readonly facts: readonly (readonly [string, ComponentChildren])[];
}) {
  return (
    <dl>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface EndingProps {
  readonly visit: Visit;
  readonly action: string;
  /** The hidden field that says which one. */
  readonly field: { readonly name: string; readonly value: string };
  readonly texts: {
    readonly open: string;
    readonly warning: string;
    readonly confirm: string;
  };
  /** The whole of it in words, for who does not see the line it stands in. */
  readonly name: string;
}

/** Something that cannot be taken back: opened first, confirmed then, without any script. */
export function Ending({ visit, action, field, texts, name }: EndingProps) {
  return (
    <details>
      <summary aria-label={name}>{texts.open}</summary>
      <div>
        <p>{texts.warning}</p>
        <form method="post" action={action}>
          <CsrfField visit={visit} />
          <input type="hidden" name={field.name} value={field.value} />
          <button class="danger" type="submit">
            {texts.confirm}
          </button>
        </form>
      </div>
    </details>
  );
}
