// Requests to addresses from configuration of applications, with protection against SSRF: no private networks and no
// redirects. The address is checked when the connection is made, so that a second DNS lookup cannot return another one.

import { lookup as resolve } from 'node:dns';
import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Accepts an address or a network as address/bits. */
function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

/** Not public, but not in the special-purpose registries of IANA that `range` uses. */
const blocked = [
  // host agent of virtual machines at Microsoft Azure
  '168.63.129.16',
  // IPv4-compatible addresses
  '::/96',
  // dummy prefix (RFC 9780)
  '100:0:0:1::/64',
].map(parseNetwork);

export class OutboundAddressError extends Error {
  override name = 'OutboundAddressError';
}

/** Codes of Node and OpenSSL: refused certificates, and servers that do not speak TLS. */
const certificateCode = /^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|EPROTO$)|CERT|SIGNATURE|ISSUER|HOSTNAME/;

export const isCertificateCode = (code: string): boolean => certificateCode.test(code);

/** Returns the code of an error of TLS, such as a certificate that Node does not trust; undefined for other errors. */
export function certificateErrorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? `${error.code}` : '';
  return isCertificateCode(code) ? code : undefined;
}

/** `allow` lists private networks (CIDR) that may be reached. */
export function createAddressFilter(allow: readonly string[]) {
  const allowed = allow.map(parseNetwork);
  return (text: string) => {
    // an IPv4 address in IPv6 notation is judged as IPv4
    const address = ipaddr.process(text);
    const range = ipaddr.subnetMatch(address, { allowed, blocked }, address.range());
    return range === 'allowed' || range === 'unicast';
  };
}

const privateRanges: ReadonlySet<string> = new Set(['private', 'loopback', 'uniqueLocal']);

/** Returns whether the address belongs to a private network or to this computer. */
export const isPrivateAddress = (text: string): boolean =>
  privateRanges.has(ipaddr.process(text).range());

/** Resolves a name and returns only addresses that may be reached. */
export function guardedLookup(
  mayReach: (address: string) => boolean,
  refusal: string,
): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const reachable = found.filter(({ address }) => mayReach(address));
      const [first] = reachable;
      if (!first) return callback(new OutboundAddressError(refusal), '', 0);
      if (options.all) return callback(null, reachable);
      return callback(null, first.address, first.family);
    });
  };
}

const leadsInside = 'leads to a private network';

export type OutboundResponse = { status: number };
export type Outbound = {
  /** Sends a form. Does not read the body of the response. */
  post(address: string, form: URLSearchParams, signal: AbortSignal): Promise<OutboundResponse>;
  /** Does not read the body of the response. */
  get(address: string, signal: AbortSignal): Promise<OutboundResponse>;
};

type Options = { method: string; headers?: Record<string, string | number>; body?: string };

export function createOutbound(allow: readonly string[]): Outbound {
  const mayReach = createAddressFilter(allow);
  const lookup = guardedLookup(mayReach, leadsInside);

  async function send(address: string, signal: AbortSignal, options: Options) {
    const { body = '', ...others } = options;
    const url = new URL(address);
    const literal = url.hostname.replace(/^\[|\]$/g, '');
    if (isIP(literal) !== 0 && !mayReach(literal)) throw new OutboundAddressError(leadsInside);
    const over = url.protocol === 'https:' ? overHttps : overHttp;
    return new Promise<OutboundResponse>((settle, reject) => {
      const request = over(url, { ...others, lookup, signal, agent: false });
      request.once('error', reject);
      request.once('response', (response) => {
        settle({ status: response.statusCode ?? 0 });
        response.destroy();
      });
      request.end(body);
    });
  }

  return {
    post(address, form, signal) {
      const body = `${form}`;
      const headers = {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': Buffer.byteLength(body),
      };
      return send(address, signal, { method: 'POST', headers, body });
    },
    get: (address, signal) => send(address, signal, { method: 'GET' }),
  };
}
