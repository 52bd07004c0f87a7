// Where a request comes from, as far as limits are concerned.

import { isIPv6 } from 'node:net';

/**
 * The address; of IPv6 the network of 64 bits, for that is what one subscriber has. An IPv4 address written
 * as IPv6 (RFC 4291 §2.5.5.2) counts as itself.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(address)) return address;
  const [front = '', back] = address.split('%')[0]?.split('::') ?? [];
  const groups = front.split(':').filter(Boolean);
  const after = back?.split(':').filter(Boolean) ?? [];
  const zeros = back === undefined ? 0 : 8 - groups.length - after.length;
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...after];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
