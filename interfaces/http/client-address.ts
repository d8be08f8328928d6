import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/**
 * Who sent a request, as limits count it. `trustedProxies` is how many proxies of our own stand before this
 * process: each appends to X-Forwarded-For whom it saw, so the sender stands that many places from the
 * end. What stands before it was written by the sender and counts for nothing.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? '';
  if (trustedProxies === 0) return networkOf(peer);
  const header = request.headers['x-forwarded-for'] ?? '';
  const seen = [
    ...String(header)
      .split(',')
      .map((part) => part.trim()),
    peer,
  ];
  const sender = seen.slice(-1 - trustedProxies)[0] ?? '';
  // A proxy that writes what is no address is not configured as we were told: all its senders are one.
  return networkOf(ipaddr.isValid(sender) ? sender : peer);
}

/** One subscriber has a whole /64 of IPv6 (RFC 6177), so that is what one sender is. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  const network = parsed.toByteArray().slice(0, 8);
  return `${Buffer.from(network).toString('hex')}/64`;
}
