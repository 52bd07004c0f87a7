// Where a request comes from, as far as limits are concerned.

import { isIPv6 } from 'node:net';

/** The first groups of an IPv6 address, written without their leading zeros. */
function frontOf(address: string, count: number): string {
  const [front = '', back] = address.split('%')[0]?.split('::') ?? [];
  const groups = front.split(':').filter(Boolean);
  const after = back?.split(':').filter(Boolean) ?? [];
  const zeros = back === undefined ? 0 : 8 - groups.length - after.length;
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...after];
  return all
    .slice(0, count)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** An IPv4 address written as IPv6 (RFC 4291 §2.5.5.2) is itself. */
const ipv4Of = (address: string) =>
  /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? undefined;

/** The address; of IPv6 the network of 64 bits, for that is what one subscriber has. */
export function networkOf(address: string): string {
  const ipv4 = ipv4Of(address);
  if (ipv4 !== undefined) return ipv4;
  return isIPv6(address) ? `${frontOf(address, 4)}::/64` : address;
}

/** What one customer of a network may have all of: 48 bits of IPv6 (RFC 6177 §1), 24 of IPv4. */
export function siteOf(address: string): string {
  const ipv4 = ipv4Of(address);
  if (ipv4 !== undefined) return `${ipv4.slice(0, ipv4.lastIndexOf('.'))}.0/24`;
  return isIPv6(address) ? `${frontOf(address, 3)}::/48` : address;
}
