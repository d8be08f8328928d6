import assert from 'node:assert/strict';
import { AccountErasedError, type PersonalData } from '../../application/ports/personal-data.ts';
import { accountId, clientId, registrationId } from '../../domain/shared/ids.ts';

export interface PersonalDataFixture {
  open(): Promise<PersonalData>;
  remove(): Promise<void>;
}

const ann = accountId('acc_00000ann');
const bob = accountId('acc_00000bob');

export function describePersonalData(name: string, make: () => Promise<PersonalDataFixture>): void {
  describe(`personal data: ${name}`, () => {
    let fixture: PersonalDataFixture;
    let data: PersonalData;
    let other: PersonalData;

    beforeEach(async () => {
      fixture = await make();
      data = await fixture.open();
      other = await fixture.open();
    });
    afterEach(async () => {
      await data.close();
      await other.close();
      await fixture.remove();
    });

    it('gives back a value as it was put, to everybody, by account and field', async () => {
      await data.put(ann, 'note', 'Grüße 😀\u0000');
      assert.equal(await data.get(ann, 'note'), 'Grüße 😀\u0000');
      assert.equal(await other.get(ann, 'note'), 'Grüße 😀\u0000');
      assert.equal(await data.get(bob, 'note'), undefined);
      assert.equal(await data.get(ann, 'name'), undefined);
    });

    it('keeps values of clients and agents as it keeps those of accounts', async () => {
      for (const owner of [clientId('cli_00000one'), registrationId('reg_00000one')]) {
        await data.put(owner, 'name', `the name of ${owner}`);
        assert.equal(await other.get(owner, 'name'), `the name of ${owner}`);
        await other.erase(owner);
        assert.equal(await data.get(owner, 'name'), undefined);
        await assert.rejects(data.put(owner, 'name', 'late'), AccountErasedError);
      }
    });

    it('keeps the last value, and an empty one', async () => {
      await data.put(ann, 'note', 'first');
      await other.put(ann, 'note', '');
      assert.equal(await data.get(ann, 'note'), '');
    });

    it('keeps values that are put at the same time readable', async () => {
      const fields = Array.from({ length: 20 }, (_, number) => `field-${number}`);
      await Promise.all(
        fields.map((field, place) =>
          (place % 2 ? data : other).put(ann, field, `value of ${field}`),
        ),
      );
      for (const field of fields) assert.equal(await data.get(ann, field), `value of ${field}`);
    });

    it('lets only one account have a unique value', async () => {
      assert.equal(await data.claimUnique(ann, 'email', 'a@example.org'), true);
      assert.equal(await other.claimUnique(bob, 'email', 'a@example.org'), false);
      assert.equal(await other.findAccount('email', 'a@example.org'), ann);
      assert.equal(await data.get(ann, 'email'), 'a@example.org');
      assert.equal(await data.get(bob, 'email'), undefined);
    });

    it('lets one of many accounts at once have a unique value', async () => {
      const accounts = Array.from({ length: 20 }, (_, number) => accountId(`acc_0000000${number}`));
      const claims = await Promise.all(
        accounts.map((account, place) =>
          (place % 2 ? data : other).claimUnique(account, 'email', 'a@example.org'),
        ),
      );
      assert.equal(claims.filter(Boolean).length, 1);
      const owner = await data.findAccount('email', 'a@example.org');
      assert.equal(owner, accounts[claims.indexOf(true)]);
    });

    it('takes a repeated claim as a success', async () => {
      await data.claimUnique(ann, 'email', 'a@example.org');
      assert.equal(await data.claimUnique(ann, 'email', 'a@example.org'), true);
    });

    it('frees the value an account had before', async () => {
      await data.claimUnique(ann, 'email', 'old@example.org');
      await data.claimUnique(ann, 'email', 'new@example.org');
      assert.equal(await data.findAccount('email', 'old@example.org'), undefined);
      assert.equal(await data.claimUnique(bob, 'email', 'old@example.org'), true);
      assert.equal(await data.findAccount('email', 'new@example.org'), ann);
    });

    it('keeps unique values of different fields apart', async () => {
      await data.claimUnique(ann, 'email', 'same');
      assert.equal(await data.claimUnique(bob, 'handle', 'same'), true);
      assert.equal(await data.findAccount('phone', 'same'), undefined);
    });

    it('makes one lasting fingerprint key for each account', async () => {
      const keys = await Promise.all(
        Array.from({ length: 10 }, (_, caller) => (caller % 2 ? data : other).fingerprintKey(ann)),
      );
      const first = Buffer.from(keys[0] ?? []);
      assert.equal(first.length, 32);
      assert.ok(keys.every((key) => first.equals(key)));
      assert.ok(!first.equals(await data.fingerprintKey(bob)));
    });

    it('makes one lasting text key for each account, unlike its fingerprint key', async () => {
      const keys = await Promise.all(
        Array.from({ length: 10 }, (_, caller) => (caller % 2 ? data : other).textKey(ann)),
      );
      const first = Buffer.from(keys[0] ?? []);
      assert.equal(first.length, 32);
      assert.ok(keys.every((key) => first.equals(key)));
      assert.ok(!first.equals(await data.textKey(bob)));
      assert.ok(!first.equals(await data.fingerprintKey(ann)));
    });

    it('forgets everything of an erased account, in every process at once', async () => {
      await data.put(ann, 'note', 'a note');
      await data.claimUnique(ann, 'email', 'a@example.org');
      await other.fingerprintKey(ann);
      await data.erase(ann);
      for (const one of [data, other]) {
        assert.equal(await one.get(ann, 'note'), undefined);
        assert.equal(await one.get(ann, 'email'), undefined);
        assert.equal(await one.findAccount('email', 'a@example.org'), undefined);
      }
    });

    it('leaves the values of other accounts as they are', async () => {
      await data.put(bob, 'note', 'a note');
      await data.claimUnique(bob, 'email', 'b@example.org');
      const [texts, fingerprints] = [await data.textKey(bob), await data.fingerprintKey(bob)];
      await other.erase(ann);
      assert.equal(await data.get(bob, 'note'), 'a note');
      assert.equal(await data.findAccount('email', 'b@example.org'), bob);
      assert.deepEqual(await data.textKey(bob), texts);
      assert.deepEqual(await data.fingerprintKey(bob), fingerprints);
    });

    it('stores nothing more for an erased account, whoever asks', async () => {
      await data.put(ann, 'note', 'a note');
      await other.erase(ann);
      for (const one of [data, other]) {
        await assert.rejects(one.put(ann, 'note', 'late'), AccountErasedError);
        await assert.rejects(one.claimUnique(ann, 'email', 'a@example.org'), AccountErasedError);
        await assert.rejects(one.fingerprintKey(ann), AccountErasedError);
        await assert.rejects(one.textKey(ann), AccountErasedError);
        assert.equal(await one.get(ann, 'note'), undefined);
      }
    });

    it('frees the unique values of an erased account for others', async () => {
      await data.claimUnique(ann, 'email', 'a@example.org');
      await data.erase(ann);
      assert.equal(await other.claimUnique(bob, 'email', 'a@example.org'), true);
      assert.equal(await data.findAccount('email', 'a@example.org'), bob);
    });

    it('erases an account a second time, or one it knows nothing of, without harm', async () => {
      await data.claimUnique(ann, 'email', 'a@example.org');
      await Promise.all([data.erase(ann), other.erase(ann), data.erase(ann)]);
      await other.claimUnique(bob, 'email', 'a@example.org');
      await data.erase(ann);
      assert.equal(await data.findAccount('email', 'a@example.org'), bob);
      await data.erase(accountId('acc_0000none'));
      await assert.rejects(data.textKey(accountId('acc_0000none')), AccountErasedError);
    });

    it('keeps nothing that is written while the account is erased', async () => {
      const fields = Array.from({ length: 20 }, (_, number) => `field-${number}`);
      await Promise.allSettled([
        ...fields.map((field, place) => (place % 2 ? data : other).put(ann, field, 'a value')),
        data.erase(ann),
        other.claimUnique(ann, 'email', 'a@example.org'),
      ]);
      for (const field of fields) assert.equal(await other.get(ann, field), undefined);
      assert.equal(await data.findAccount('email', 'a@example.org'), undefined);
    });
  });
}
