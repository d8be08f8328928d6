import assert from 'node:assert/strict';
import { connect } from 'node:http2';
import { setTimeout as pause } from 'node:timers/promises';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { startEventStoreServer } from '../../support/eventstore-server/start-server.ts';

describe('the test server of EventStoreDB', () => {
  for (const events of [0, 1]) {
    it(`appends nothing when the sender dies after ${events} events, and lives on`, async () => {
      const server = await startEventStoreServer();
      try {
        const session = connect(`http://127.0.0.1:${server.port}`);
        session.on('error', () => undefined);
        const request = session.request({
          ':method': 'POST',
          ':path': '/event_store.client.streams.Streams/Append',
          'content-type': 'application/grpc',
          te: 'trailers',
        });
        request.on('error', () => undefined);
        request.write(framed(optionsFor('account-x')));
        for (let count = 0; count < events; count++) request.write(framed(anEvent()));
        await pause(50);
        session.destroy();
        await pause(50);
        assert.equal(server.log.stream('account-x').length, 0);
      } finally {
        await server.stop();
      }
    });
  }
});

function framed(message: { serializeBinary(): Uint8Array }): Buffer {
  const bytes = message.serializeBinary();
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([prefix, bytes]);
}

function optionsFor(stream: string): InstanceType<typeof streams.AppendReq> {
  const identifier = new shared.StreamIdentifier();
  identifier.setStreamName(Buffer.from(stream));
  const options = new streams.AppendReq.Options();
  options.setStreamIdentifier(identifier);
  options.setAny(new shared.Empty());
  const request = new streams.AppendReq();
  request.setOptions(options);
  return request;
}

function anEvent(): InstanceType<typeof streams.AppendReq> {
  const id = new shared.UUID();
  id.setString('3d0d2b24-b810-594b-ae9e-7b3daadd4864');
  const message = new streams.AppendReq.ProposedMessage();
  message.setId(id);
  message.getMetadataMap().set('type', 'Tested').set('content-type', 'application/json');
  message.setData(Buffer.from('{}'));
  const request = new streams.AppendReq();
  request.setProposedMessage(message);
  return request;
}
