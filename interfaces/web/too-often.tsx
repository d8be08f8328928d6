import type { AttemptLimit } from '../../application/access/admit-attempt.ts';
import { MessagePage } from './pages/message.tsx';
import type { PageAnswer, Visit } from './visit.ts';

/** The page for who has reached a limit of an address. */
export function tooOften(
  { messages }: Visit,
  { windowSeconds: retryAfterSeconds }: AttemptLimit,
): PageAnswer {
  const { tooOften: title, tooOftenHint: text } = messages.errors;
  const body = <MessagePage messages={messages} title={title} text={text} />;
  return { kind: 'page', title, status: 429, here: '/account', body, retryAfterSeconds };
}
