import type { Mailer } from '../../application/ports/mailer.ts';

/** In production without a mail server: every letter fails, and no code is shown to anybody. */
export const noMailer: Mailer = {
  send: () => Promise.reject(new Error('no mail server is set (ASSAY_SMTP)')),
  close: async () => undefined,
};
