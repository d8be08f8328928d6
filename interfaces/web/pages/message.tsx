import type { Messages } from '../languages/messages.ts';

/** A page that says one thing. */
export function MessagePage({
  title,
  text,
  detail,
  messages,
}: {
  readonly title: string;
  readonly text: string;
  /** For those who have to mend it. */
  readonly detail?: string;
  readonly messages: Messages;
}) {
  return (
    <div class="narrow">
      <h1>{title}</h1>
      <p class="lead">{text}</p>
      {detail !== undefined && (
        <p class="card">
          <code>{detail}</code>
        </p>
      )}
      <p>
        <a href="/account">{messages.errors.back}</a>
      </p>
    </div>
  );
}
