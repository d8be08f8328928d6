import type { UiLanguage } from '../../domain/text/ui-language.ts';
import type { Messages } from './languages/messages.ts';

/** Figures and times as the reader's language writes them; times are those of the ledger, in UTC. */
export function formats({
  language,
  messages,
}: {
  readonly language: UiLanguage;
  readonly messages: Messages;
}) {
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
  return {
    number: (value: number) => whole.format(value),
    day: (epochMs: number) => day.format(epochMs),
    moment: (epochMs: number | null | undefined) =>
      epochMs === null || epochMs === undefined
        ? messages.never
        : messages.utc(moment.format(epochMs)),
  };
}
