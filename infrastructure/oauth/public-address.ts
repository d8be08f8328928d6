import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address is one of the public Internet. Whatever a registry sets aside (RFC 6890), leads into
 * another network by translation or tunnel (NAT64, 6to4, Teredo), or is no address at all, is not: a stranger
 * must not make this service call what only this service can reach.
 */
export function isPublicAddress(address: string): boolean {
  // The zone of a link-local address and the short forms of IPv4 are no plain addresses.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return false;
  // An IPv4 address in the clothes of IPv6 (::ffff:127.0.0.1) is judged as what it is.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}

/** RFC 4291 2.4: all that has been given out for global unicast. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
