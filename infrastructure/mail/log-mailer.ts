import type { Mailer } from '../../application/ports/mailer.ts';

/** Shows codes on the console instead of mailing them: for trying the service out, never in production. */
export function logMailer(write: (line: string) => void): Mailer {
  return {
    async send({ to, code }) {
      write(`sign-in code for ${to}: ${code}\n`);
    },
    close: async () => undefined,
  };
}
