import { randomUUID } from 'node:crypto';
import gossipGrpc from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import featuresGrpc from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Server } from '@grpc/grpc-js';
import type { ClusterMember } from './gatekeeper.ts';

/** What a node tells about itself and its cluster: the methods it has, and who leads. */
export function addNodeServices(server: Server, members: () => readonly ClusterMember[]): void {
  server.addService(featuresGrpc.ServerFeaturesService, {
    getSupportedMethods: (_: unknown, answer: (error: null, response: object) => void) =>
      answer(null, supportedMethods()),
  });
  server.addService(gossipGrpc.GossipService, {
    read: (_: unknown, answer: (error: null, response: object) => void) =>
      answer(null, clusterInfo(members())),
  });
}

function supportedMethods(): InstanceType<typeof features.SupportedMethods> {
  const response = new features.SupportedMethods();
  response.setEventStoreServerVersion('23.10.0.0');
  response.setMethodsList(
    ['append', 'batchappend', 'read'].map((name) => {
      const method = new features.SupportedMethod();
      method.setServiceName('event_store.client.streams.streams');
      method.setMethodName(name);
      return method;
    }),
  );
  return response;
}

function clusterInfo(members: readonly ClusterMember[]): InstanceType<typeof gossip.ClusterInfo> {
  const info = new gossip.ClusterInfo();
  info.setMembersList(
    members.map(({ port, leader }) => {
      const endPoint = new gossip.EndPoint();
      endPoint.setAddress('127.0.0.1');
      endPoint.setPort(port);
      const id = new shared.UUID();
      id.setString(randomUUID());
      const member = new gossip.MemberInfo();
      const { LEADER, FOLLOWER } = gossip.MemberInfo.VNodeState;
      member.setInstanceId(id);
      member.setTimeStamp('0');
      member.setState(leader ? LEADER : FOLLOWER);
      member.setIsAlive(true);
      member.setHttpEndPoint(endPoint);
      return member;
    }),
  );
  return info;
}
