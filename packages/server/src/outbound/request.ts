// Requests to addresses from configuration of applications, with protection against SSRF: no private networks and no
// redirects. The address is checked when the connection is made, so that a second DNS lookup cannot return another one.

import { lookup as resolve } from 'node:dns';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks outside the public internet (IANA special-purpose address registries). */
const special = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  // host agent of virtual machines at Microsoft Azure
  '168.63.129.16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // includes the unspecified, the loopback and the IPv4-compatible addresses
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

function networks(list: readonly string[]): BlockList {
  const all = new BlockList();
  for (const network of list) {
    const [address = '', bits] = network.split('/');
    const type = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) all.addAddress(address, type);
    else all.addSubnet(address, Number(bits), type);
  }
  return all;
}

const contains = (list: BlockList, address: string) =>
  list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

const specialNetworks = networks(special);

class OutboundAddressError extends Error {
  override name = 'OutboundAddressError';
}

/** `allow` lists private networks (CIDR) that may be reached. */
export function createAddressFilter(allow: readonly string[]) {
  const allowed = networks(allow);
  return (address: string) => !contains(specialNetworks, address) || contains(allowed, address);
}

/** Resolves a name and returns only addresses that may be reached. */
function guardedLookup(mayReach: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const reachable = found.filter(({ address }) => mayReach(address));
      const [first] = reachable;
      if (!first) return callback(new OutboundAddressError('leads to a private network'), '', 0);
      if (options.all) return callback(null, reachable);
      return callback(null, first.address, first.family);
    });
  };
}

export type OutboundResponse = { status: number };
export type Outbound = {
  /** Sends a form. Does not read the body of the response. */
  post(address: string, form: URLSearchParams, signal: AbortSignal): Promise<OutboundResponse>;
};

export function createOutbound(allow: readonly string[]): Outbound {
  const mayReach = createAddressFilter(allow);
  const lookup = guardedLookup(mayReach);
  return {
    async post(address, form, signal) {
      const url = new URL(address);
      const literal = url.hostname.replace(/^\[|\]$/g, '');
      if (isIP(literal) !== 0 && !mayReach(literal))
        throw new OutboundAddressError('leads to a private network');
      const send = url.protocol === 'https:' ? overHttps : overHttp;
      const body = `${form}`;
      return new Promise((settle, reject) => {
        const request = send(url, {
          method: 'POST',
          lookup,
          signal,
          agent: false,
          headers: {
            'content-type': 'application/x-www-form-urlencoded',
            'content-length': Buffer.byteLength(body),
          },
        });
        request.once('error', reject);
        request.once('response', (response) => {
          settle({ status: response.statusCode ?? 0 });
          response.destroy();
        });
        request.end(body);
      });
    },
  };
}
