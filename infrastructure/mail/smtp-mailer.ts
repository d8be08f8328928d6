import { createTransport } from 'nodemailer';
import type { Mailer } from '../../application/ports/mailer.ts';

/** A person waits for the letter: a server that is silent for longer is as good as none. */
const defaultPatienceMs = 10_000;

export interface SmtpMailerOptions {
  /** `smtp://` or `smtps://`, with user and password where the server wants them. */
  readonly url: string;
  readonly from: string;
  readonly patienceMs?: number;
}

/**
 * Letters over SMTP. Between hosts the connection has to be encrypted: a server that does not offer STARTTLS
 * gets no letter, because whoever listens in could sign in with its code. On a loopback address, and where
 * the address says `?requireTLS=false`, it may be plain.
 *
 * @throws when the address cannot be read
 */
export function smtpMailer({
  url,
  from,
  patienceMs = defaultPatienceMs,
}: SmtpMailerOptions): Mailer {
  const address = new URL(url);
  const asked = address.searchParams.get('requireTLS');
  const requireTLS = asked === null ? !isLoopback(address.hostname) : asked === 'true';
  const secure = address.protocol === 'smtps:';
  const transport = createTransport({
    host: address.hostname.replace(/^\[|\]$/g, ''),
    port: Number(address.port) || (secure ? 465 : 587),
    secure,
    requireTLS,
    ...(address.username === '' ? {} : { auth: credentialsIn(address) }),
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    socketTimeout: patienceMs,
    dnsTimeout: patienceMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ to, subject, text }) {
      try {
        await transport.sendMail({ from, to: { name: '', address: to }, subject, text });
      } catch (error) {
        throw new Error(`the mail server did not take the letter: ${reasonOf(error)}`);
      }
    },
    async close() {
      transport.close();
    },
  };
}

function credentialsIn({ username, password }: URL): {
  readonly user: string;
  readonly pass: string;
} {
  return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname);
}

/** Code and status only: what a server says may repeat the address. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const status = 'responseCode' in error ? ` ${String(error.responseCode)}` : '';
  return `${code}${status}`;
}
