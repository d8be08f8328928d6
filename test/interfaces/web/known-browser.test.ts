import assert from 'node:assert/strict';
import { startWebService, type WebService } from '../../support/web-service.ts';
import { signIn, type Visitor, visitor } from '../../support/web-visitor.ts';

const email = 'holder@example.org';
const minuteMs = 60_000;

describe('a browser that has signed in before', () => {
  let service: WebService;
  let known: Visitor;
  beforeEach(async () => {
    service = await startWebService();
    await service.open(email);
    known = await signIn(service, email);
    await known.submit('/account', '/sign-out');
  });
  afterEach(() => service.close());

  const ask = async (who: Visitor, address = email) =>
    (await who.submit('/sign-in', '/sign-in/email', { email: address })).status;
  /** Asks until no more codes are sent to the address; how many were, with that of the first sign-in. */
  async function useUp(who: () => Visitor): Promise<number> {
    let sent = 1;
    while ((await ask(who())) === 303) sent += 1;
    return sent;
  }
  const stranger = () => visitor(service.base);
  const mark = () => known.cookies.get('assay-browser') ?? assert.fail('no mark');
  const showing = (value: string) => visitor(service.base, new Map([['assay-browser', value]]));

  it('gets its code also when strangers have used up all that an address is sent', async () => {
    assert.equal(await useUp(stranger), 10);
    assert.equal(await ask(known), 303);
    assert.equal(await ask(known, ' Holder@Example.org'), 303);
  });

  it('has as many of its own, and uses up nothing of the others', async () => {
    assert.equal(await useUp(() => known), 11);
    assert.equal(await ask(stranger()), 303);
    service.ahead(15 * minuteMs + 1);
    assert.equal(await ask(known), 303);
  });

  it('is not believed for another address, or with a mark that is none of ours', async () => {
    await service.open('other@example.org');
    const other = await signIn(service, 'other@example.org');
    const foreign = other.cookies.get('assay-browser') ?? assert.fail('no mark');
    const [name = '', proof = ''] = mark().split('.');
    assert.equal(await useUp(stranger), 10);
    const renamed = `${name.slice(1)}A.${proof}`;
    for (const value of [
      '',
      'x',
      name,
      `${name}.`,
      `${name}.${'0'.repeat(64)}`,
      renamed,
      foreign,
    ]) {
      assert.equal(await ask(showing(value)), 429, value);
    }
    assert.equal(await ask(showing(mark())), 303);
  });

  it('is out of reach for scripts and other sites, and says nothing of the person', async () => {
    const browser = visitor(service.base);
    await browser.submit('/sign-in', '/sign-in/email', { email });
    assert.equal(browser.cookies.has('assay-browser'), false);
    assert.match(mark(), /^[0-9A-Za-z_-]{43}\.[0-9a-f]{64}$/);
  });
});
