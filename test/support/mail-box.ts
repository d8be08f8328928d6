import { SMTPServer } from 'smtp-server';
import { awaited } from './awaited.ts';
import { freePort } from './free-port.ts';

/** A mail server that keeps what it is given. */
export interface MailBox {
  /** The setting that sends mail here. */
  readonly address: string;
  /** The last code that was mailed to an address; waits for it. */
  codeFor(email: string): Promise<string>;
  close(): Promise<void>;
}

export async function openMailBox(): Promise<MailBox> {
  const letters: { readonly to: readonly string[]; readonly text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const pieces: Buffer[] = [];
      stream.on('data', (piece: Buffer) => pieces.push(piece));
      stream.once('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        letters.push({ to, text: Buffer.concat(pieces).toString('utf8') });
        done();
      });
    },
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    address: `smtp://127.0.0.1:${port}`,
    codeFor: (email) =>
      awaited(`a letter for ${email}`, () => {
        const letter = letters.findLast(({ to }) => to.includes(email));
        // The body comes after the first empty line: the headers hold numbers of their own.
        const [, body = ''] = (letter?.text ?? '').split(/\r\n\r\n(.*)/s);
        return /(?<!\d)\d{6}(?!\d)/.exec(body)?.[0];
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
