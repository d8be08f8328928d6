import assert from 'node:assert/strict';
import { eraseAccount } from '../../../application/access/erase-account.ts';
import { signInStream } from '../../../domain/access/sign-in/events.ts';
import { signInId } from '../../../domain/shared/ids.ts';
import { supportPorts } from '../../../interfaces/composition.ts';
import { startWebService, type WebService } from '../../support/web-service.ts';
import { codeFor, signIn, type Visitor, visitor } from '../../support/web-visitor.ts';

const minuteMs = 60_000;
const email = 'holder@example.org';

describe('signing in by a mailed code', () => {
  let service: WebService;
  let person: Visitor;

  beforeEach(async () => {
    service = await startWebService();
    await service.open(email);
    person = visitor(service.base);
  });
  afterEach(() => service.close());

  const ask = (address = email, who = person) =>
    who.submit('/sign-in', '/sign-in/email', { email: address });
  const give = (code: string, who = person) =>
    who.submit('/sign-in/code', '/sign-in/code', { code });

  it('leads to the account', async () => {
    assert.equal((await person.get('/account')).location, '/sign-in?return_to=%2Faccount');
    await ask();
    const done = await give(await codeFor(service, email));
    assert.equal(done.location, '/account');
    const account = await person.get('/account');
    assert.equal(account.status, 200);
    assert.match(account.text, /holder@example\.org/);
    assert.match(account.text, /500,000/);
  });

  it('takes the address and the code as people write them', async () => {
    await ask('  Holder@Example.ORG ');
    const code = await codeFor(service, email);
    assert.equal((await give(` ${code.slice(0, 3)} - ${code.slice(3)} `)).status, 303);
  });

  it('changes the id of the session, and the old one knows nothing', async () => {
    await ask();
    const before = person.twin();
    await give(await codeFor(service, email));
    assert.notEqual(person.cookies.get('assay'), before.cookies.get('assay'));
    assert.equal((await person.get('/account')).status, 200);
    assert.equal((await before.get('/account')).status, 303);
  });

  it('does not take a session id that somebody else chose', async () => {
    const planted = visitor(service.base, new Map([['assay', 's%3Achosen.signature']]));
    const page = await planted.get('/sign-in');
    assert.equal(page.status, 200);
    assert.ok(!planted.cookies.get('assay')?.includes('chosen'));
  });

  it('answers the same for an address without an account, and takes no code for it', async () => {
    const known = await ask();
    const knownPage = await person.get('/sign-in/code');
    const stranger = visitor(service.base);
    const unknown = await ask('nobody@example.org', stranger);
    const unknownPage = await stranger.get('/sign-in/code');
    assert.equal(unknown.status, known.status);
    assert.equal(unknown.location, known.location);
    assert.equal(shapeOf(unknownPage.text), shapeOf(knownPage.text));
    assert.deepEqual([...unknown.headers.keys()].sort(), [...known.headers.keys()].sort());
    const wrong = await give('123456', stranger);
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /4 tries left/);
    await service.settled();
    assert.equal(service.letters.length, 1);
  });

  it('counts wrong codes and is over after five', async () => {
    await ask();
    const right = await codeFor(service, email);
    for (const left of [4, 3, 2, 1]) {
      assert.match((await give(otherThan(right))).text, new RegExp(`${left} (try|tries) left`));
    }
    assert.match((await give(otherThan(right))).text, /no tries left/);
    assert.match((await give(right)).text, /cannot be used any more/);
    assert.equal((await person.get('/account')).status, 303);
  });

  it('does not count what is no code', async () => {
    await ask();
    for (const code of ['', '12345', '1234567', 'abcdef', '１２３４５６']) {
      assert.match((await give(code)).text, /The code has six digits/);
    }
    assert.equal((await give(await codeFor(service, email))).status, 303);
  });

  it('judges at most five of many codes that are tried at once', async () => {
    await ask();
    const right = await codeFor(service, email);
    const page = await person.get('/sign-in/code');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const codes = Array.from({ length: 50 }, (_, n) => (n === 40 ? right : otherThan(right)));
    const answers = await Promise.all(
      codes.map((code) => person.twin().post('/sign-in/code', { csrf, code })),
    );
    const judged = answers.filter(
      ({ text, location }) => location === '/account' || /left/.test(text),
    );
    assert.ok(judged.length <= 5, `${judged.length} were judged`);
    const kinds = await eventsOfSignIn(service);
    assert.ok(kinds.filter((type) => type === 'SignInCodeRefused').length <= 5);
    assert.ok(kinds.filter((type) => type === 'SignedIn').length <= 1);
  });

  it('takes a code once, also when it is given many times at once', async () => {
    await ask();
    const code = await codeFor(service, email);
    const page = await person.get('/sign-in/code');
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const twins = Array.from({ length: 10 }, () => person.twin());
    const answers = await Promise.all(
      twins.map((twin) => twin.post('/sign-in/code', { csrf, code })),
    );
    assert.equal(answers.filter(({ location }) => location === '/account').length, 1);
  });

  it('takes a code for ten minutes', async () => {
    await ask();
    const code = await codeFor(service, email);
    service.ahead(10 * minuteMs);
    assert.match((await give(code)).text, /cannot be used any more/);
  });

  it('takes a code only in the browser that asked for it', async () => {
    await ask();
    const code = await codeFor(service, email);
    const other = visitor(service.base);
    await ask('nobody@example.org', other);
    assert.equal((await give(code, other)).status, 422);
    assert.equal((await visitor(service.base).get('/sign-in/code')).location, '/sign-in');
  });

  it('bounds how many codes an address is sent', async () => {
    for (let sent = 0; sent < 10; sent += 1) assert.equal((await ask()).status, 303);
    const refused = await ask();
    assert.equal(refused.status, 429);
    assert.match(refused.text, /Too many codes/);
    await service.settled();
    assert.equal(service.letters.length, 10);
    service.ahead(15 * minuteMs + 1);
    assert.equal((await ask()).status, 303);
  });

  it('refuses what is no e-mail address, without sending anything', async () => {
    for (const address of [
      '',
      'x',
      'a b@c.d',
      'a@b\r\nBcc: c@d.e',
      '<a@b>',
      `${'a'.repeat(251)}@b.c`,
    ]) {
      const refused = await ask(address);
      assert.equal(refused.status, 422, address);
      assert.match(refused.text, /aria-invalid="true"/);
      assert.match(refused.text, /aria-describedby="email-fault"/);
    }
    await service.settled();
    assert.equal(service.letters.length, 0);
  });

  it('is over for an account that was erased meanwhile, signed in or not', async () => {
    const signedIn = await signIn(service, email);
    await ask();
    const code = await codeFor(service, email);
    const ports = supportPorts(service.core);
    const library = service.core.stores.openLibrary();
    const accountId = await service.core.stores.personalData.findAccount('email', email);
    assert.ok(accountId !== undefined);
    await eraseAccount({ ...ports, library }, { accountId, actor: { kind: 'support' } });
    await library.close();
    assert.match((await give(code)).text, /cannot be used any more/);
    assert.equal((await signedIn.get('/account')).status, 303);
  });

  it('ends with signing out, for every copy of the session', async () => {
    const holder = await signIn(service, email);
    const copy = holder.twin();
    const out = await holder.submit('/account', '/sign-out');
    assert.equal(out.location, '/sign-in');
    assert.equal((await copy.get('/account')).status, 303);
    assert.equal((await holder.get('/account')).status, 303);
  });

  it('ends after twelve hours', async () => {
    const holder = await signIn(service, email);
    service.ahead(12 * 60 * minuteMs - 5_000);
    assert.equal((await holder.get('/account')).status, 200);
    service.ahead(12 * 60 * minuteMs + 5_000);
    assert.equal((await holder.get('/account')).status, 303);
  });

  it('puts neither address nor code into the log of events or of the process', async () => {
    await ask();
    const code = await codeFor(service, email);
    await give(otherThan(code));
    await give(code);
    const events: string[] = [];
    for await (const event of service.core.stores.events.readAll(0, ['account-', 'sign-in-'])) {
      events.push(JSON.stringify(event));
    }
    const written = `${events.join('\n')}\n${JSON.stringify(service.logged)}`;
    assert.ok(events.length >= 3);
    assert.ok(!written.includes(email));
    assert.ok(!new RegExp(`"${code}"|\\b${code}\\b`).test(written));
  });
});

/** A page without what is meant to differ between two visitors. */
function shapeOf(html: string): string {
  return html.replace(/value="[^"]*"/g, 'value').replace(/[a-z]+@example\.org/g, 'address');
}

function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

async function eventsOfSignIn(service: WebService): Promise<readonly string[]> {
  const kinds: string[] = [];
  for await (const event of service.core.stores.events.readAll(0, ['sign-in-'])) {
    assert.equal(event.stream, signInStream(signInId(event.stream.slice('sign-in-'.length))));
    kinds.push(event.type);
  }
  return kinds;
}
