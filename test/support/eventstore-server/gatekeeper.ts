import type { Metadata } from '@grpc/grpc-js';
import { type CallError, noLeader, notLeader, unauthenticated } from './wire.ts';

export interface ClusterMember {
  readonly port: number;
  readonly leader: boolean;
}

/** Why a call is not for this node or not for this client; null when it is welcome. */
export type Gatekeeper = (metadata: Metadata) => CallError | null;

/**
 * EventStore: a call that requires the leader is answered by a follower with the leader's address
 * (`NotHandled`, RpcExceptions.TryHandleNotHandled). Credentials are those of HTTP's Basic scheme.
 */
export function gatekeeper(node: {
  readonly credentials: string | undefined;
  port(): number;
  members(): readonly ClusterMember[];
}): Gatekeeper {
  const { credentials } = node;
  const authorization = credentials && `Basic ${Buffer.from(credentials).toString('base64')}`;
  return (metadata) => {
    if (authorization !== undefined && metadata.get('authorization')[0] !== authorization) {
      return unauthenticated;
    }
    if (metadata.get('requires-leader')[0] !== 'true') return null;
    const leader = node.members().find((member) => member.leader);
    if (leader === undefined) return noLeader;
    return leader.port === node.port() ? null : notLeader(leader.port);
  };
}
