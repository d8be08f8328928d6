import assert from 'node:assert/strict';
import { auditLedger } from '../../application/ledger/audit-ledger.ts';
import { streamPrefixes } from '../../application/ledger/audit-stores.ts';
import { passkeyStream } from '../../domain/access/passkey/events.ts';
import { signInStream } from '../../domain/access/sign-in/events.ts';
import { eventId, passkeyId, signInId } from '../../domain/shared/ids.ts';
import { addMs } from '../../domain/shared/instant.ts';
import { supportPorts } from '../../interfaces/composition.ts';
import { type CheckService, openCheckService } from '../support/check-service.ts';

const actor = { kind: 'system' } as const;

describe('the audit of how people sign in', () => {
  let service: CheckService;
  before(async () => {
    service = await openCheckService();
  });
  after(() => service.close());

  it('walks sign-ins and passkeys, and finds a passkey that somebody slipped in', async () => {
    const { accountId } = await service.caller({ credits: 10 });
    const { signIns, passkeys, eventStore, clock, ids, ...ports } = supportPorts(service.core);
    const at = clock.now();
    const context = { at, correlationId: ids.uuid(), actor };
    const signIn = signInId('sgn_00000000');
    const code = { codeHash: 'ab'.repeat(32), expiresAt: addMs(at, 600_000) };
    const start = { type: 'start-sign-in', signInId: signIn, accountId, ...code } as const;
    await signIns.handle(signInStream(signIn), start, context);
    const own = passkeyId('psk_00000000');
    const add = { type: 'add-passkey', passkeyId: own, accountId } as const;
    await passkeys.handle(passkeyStream(own), add, context);
    const audit = () => auditLedger({ ...ports, eventStore }, { prefixes: streamPrefixes });
    const clean = await audit();
    assert.deepEqual(clean.faults, []);
    const data = { passkeyId: own, accountId };
    const metadata = { occurredAt: at, correlationId: '', causationId: '', actor };
    const slipped = passkeyStream(passkeyId('psk_00000001'));
    const forged = await eventStore.append(slipped, -1, [
      {
        id: eventId(ids.uuid()),
        type: 'PasskeyAdded',
        version: 1,
        data,
        dataText: JSON.stringify(data),
        metadata: { ...metadata, previousHash: null },
      },
    ]);
    assert.ok(forged.ok);
    const { faults, streams } = await audit();
    assert.equal(streams, clean.streams + 1);
    assert.deepEqual(
      faults.map(({ stream }) => stream),
      [slipped],
    );
  });
});
