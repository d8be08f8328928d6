import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { smtpMailer } from '../../../infrastructure/mail/smtp-mailer.ts';

const from = 'Assay <codes@assay.example>';
const letter = {
  to: 'holder@example.org',
  code: '123456',
  subject: 'Ihr Code für Assay',
  text: 'Ihr Code lautet 123456\n\nBis gleich – Grüße\n.\nEnde\n',
};

/** A mail server as others run them, on a port of its own. */
interface Peer {
  readonly url: string;
  readonly received: string[];
  readonly recipients: string[];
}

describe('letters over SMTP', () => {
  const endings: (() => Promise<void>)[] = [];
  afterEach(async () => {
    await Promise.all(endings.splice(0).map((end) => end()));
  });

  async function peer(options: SMTPServerOptions = {}): Promise<Peer> {
    const received: string[] = [];
    const recipients: string[] = [];
    const server = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      onData(stream, session, done) {
        let text = '';
        stream.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        stream.on('end', () => {
          received.push(text);
          recipients.push(...session.envelope.rcptTo.map(({ address }) => address));
          done();
        });
      },
      ...options,
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    endings.push(() => new Promise((resolve) => server.close(() => resolve())));
    return { url: `smtp://127.0.0.1:${portOf(server.server)}`, received, recipients };
  }

  const send = async (url: string, change: Partial<typeof letter> = {}) => {
    const mailer = smtpMailer({ url, from, patienceMs: 1_000 });
    try {
      await mailer.send({ ...letter, ...change });
    } finally {
      await mailer.close();
    }
  };

  /** Fails, soon, and says nothing of whom or what it was about. */
  async function fails(url: string, reason: RegExp): Promise<void> {
    const startedMs = performance.now();
    await assert.rejects(send(url), (error: Error) => {
      assert.match(error.message, reason);
      assert.doesNotMatch(error.message, /holder|example\.org|123456/);
      assert.equal(error.cause, undefined);
      return true;
    });
    assert.ok(performance.now() - startedMs < 25_000);
  }

  const plain = { hideSTARTTLS: true, disabledCommands: ['STARTTLS'] };

  it('arrive as they were written', async () => {
    const { url, received, recipients } = await peer(plain);
    await send(url);
    assert.deepEqual(recipients, ['holder@example.org']);
    const mail = await PostalMime.parse(received[0] ?? '');
    assert.equal(mail.subject, letter.subject);
    assert.equal(mail.text?.trim(), letter.text.trim());
    assert.equal(mail.from?.address, 'codes@assay.example');
    assert.deepEqual(
      mail.to?.map(({ address }) => address),
      ['holder@example.org'],
    );
    assert.equal(mail.attachments.length, 0);
  });

  it('have the header that was meant, whatever stands in an address or a subject', async () => {
    const { url, received } = await peer(plain);
    await send(url, { subject: 'Code\r\nBcc: evil@example.net\r\n\r\nbody' });
    await send(url, { to: 'a@example.org\r\nBcc: evil@example.net' }).catch(() => undefined);
    for (const text of received) {
      const mail = await PostalMime.parse(text);
      assert.equal(mail.bcc, undefined);
      assert.equal(mail.headers.filter(({ key }) => key === 'bcc').length, 0);
    }
    assert.ok(received.length >= 1);
  });

  it('fail where the server refuses the recipient, for now or for good', async () => {
    for (const [code, reason] of [
      [450, /450/],
      [550, /550/],
    ] as const) {
      const { url, received } = await peer({
        ...plain,
        onRcptTo({ address }, _session, done) {
          done(Object.assign(new Error(`no ${address} here`), { responseCode: code }));
        },
      });
      await fails(url, reason);
      assert.equal(received.length, 0);
    }
  });

  it('fail where the server turns the whole connection or the content away', async () => {
    const closed = await peer({
      ...plain,
      onConnect: (_session, done) => done(Object.assign(new Error('busy'), { responseCode: 421 })),
    });
    await fails(closed.url, /421/);
    const content = await peer({
      ...plain,
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(Object.assign(new Error('spam'), { responseCode: 554 })));
      },
    });
    await fails(content.url, /554/);
  });

  it('do not go out unencrypted where encryption is asked for', async () => {
    const { url, received } = await peer(plain);
    await fails(`${url}?requireTLS=true`, /ETLS|502|500/);
    assert.equal(received.length, 0);
  });

  it('do not go to a server that nobody vouches for', async () => {
    const { url, received } = await peer();
    await fails(`${url}?requireTLS=true`, /ESOCKET|ETLS|SELF_SIGNED|CERT|EHOSTNAME/);
    assert.equal(received.length, 0);
  });

  it('fail where the password is wrong', async () => {
    const { url, received } = await peer({
      ...plain,
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (auth, _session, done) =>
        auth.password === 'right & proper' ? done(null, { user: 'assay' }) : done(new Error('no')),
    });
    const at = (password: string) =>
      url.replace('smtp://', `smtp://assay:${encodeURIComponent(password)}@`);
    await fails(at('wrong'), /EAUTH/);
    await send(at('right & proper'));
    assert.equal(received.length, 1);
  });

  it('wait only so long for a server that says nothing, or is not there', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const port = portOf(silent);
    await fails(`smtp://127.0.0.1:${port}`, /ETIMEDOUT/);
    await new Promise((resolve) => silent.close(resolve));
    await fails(`smtp://127.0.0.1:${port}`, /ECONNREFUSED|ESOCKET/);
  });
});

function portOf(server: Server): number {
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  return address.port;
}
