// Where a request comes from, as far as limits are concerned.

import { isIPv4, isIPv6 } from 'node:net';

/** Some proxies write the port into `X-Forwarded-For`: each connection would be a network of its own. */
function withoutPort(address: string): string {
  const inBrackets = /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1];
  return inBrackets ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // written anew in one form: the last four bytes as groups too (URL Standard, IPv6 serializer)
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`);
  const [front = [], back = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - front.length - back.length).fill('0');
  return [...front, ...zeros, ...back].map((group) => Number.parseInt(group, 16));
}

/** An IPv4 address written as IPv6 (RFC 4291 §2.5.5.2) is itself, in whatever form. */
function ipv4Within([a, b, c, d, e, mark, high = 0, low = 0]: number[]): string | undefined {
  if ([a, b, c, d, e].some((group) => group !== 0) || mark !== 0xffff) return undefined;
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** What is no address is one network: nobody gets more by sending nonsense. */
const nowhere = '?';

type Shown = { ofIpv4(address: string): string; groups: number };

function shown(address: string, { ofIpv4, groups: count }: Shown): string {
  const bare = withoutPort(address);
  if (isIPv4(bare)) return ofIpv4(bare);
  if (!isIPv6(bare)) return nowhere;
  const groups = groupsOf(bare);
  const ipv4 = ipv4Within(groups);
  if (ipv4 !== undefined) return ofIpv4(ipv4);
  const front = groups.slice(0, count).map((group) => group.toString(16));
  return `${front.join(':')}::/${count * 16}`;
}

/** The address; of IPv6 the network of 64 bits, for that is what one subscriber has. */
export function networkOf(address: string): string {
  return shown(address, { ofIpv4: (ipv4) => ipv4, groups: 4 });
}

/** What one customer of a network may have all of: 48 bits of IPv6 (RFC 6177 §1), 24 of IPv4. */
export function widerNetworkOf(address: string): string {
  const ofIpv4 = (ipv4: string) => `${ipv4.slice(0, ipv4.lastIndexOf('.'))}.0/24`;
  return shown(address, { ofIpv4, groups: 3 });
}
