// The network of a client, for rate limits and logs.

import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Requester } from '../../jobs/fair-queue.ts';

/** Some proxies add the port in `X-Forwarded-For`. Without this each connection would be a network. */
function withoutPort(address: string): string {
  const inBrackets = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1];
  return inBrackets ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}

/** All invalid addresses share one bucket. */
const invalid = '?';

type Prefixes = { ipv4Bits: number; ipv6Bits: number };

function networkWith(address: string, { ipv4Bits, ipv6Bits }: Prefixes): string {
  const bare = withoutPort(address);
  if (isIP(bare) === 0) return invalid;
  // a zone such as `%eth0` may hold characters that the parser refuses, and does not tell networks apart
  const [withoutZone = bare] = bare.split('%');
  // an IPv4 address in IPv6 notation is the same client (RFC 4291 §2.5.5.2)
  const parsed = ipaddr.process(withoutZone);
  if (parsed instanceof ipaddr.IPv4)
    return ipv4Bits === 32
      ? parsed.toString()
      : `${ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/${ipv4Bits}`)}/${ipv4Bits}`;
  const groups = parsed.parts.slice(0, ipv6Bits / 16).map((group) => group.toString(16));
  return `${groups.join(':')}::/${ipv6Bits}`;
}

/** Returns an IPv4 address, or the IPv6 network of 64 bits, which one subscriber has. */
export function networkOf(address: string): string {
  return networkWith(address, { ipv4Bits: 32, ipv6Bits: 64 });
}

/** Returns the network that one customer may own: 48 bits of IPv6 (RFC 6177 §1), 24 of IPv4. */
export function widerNetworkOf(address: string): string {
  return networkWith(address, { ipv4Bits: 24, ipv6Bits: 48 });
}

/** Returns the requester of a client that no trusted device names. */
export const strangerAt = (address: string): Requester => ({
  group: widerNetworkOf(address),
  source: networkOf(address),
  isTrusted: false,
});
