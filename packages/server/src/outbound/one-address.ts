// Requests to one address that the operator has configured. It may be in a private network, unlike addresses of applications.
// Redirects are not followed, and http: reaches private addresses alone, because it shows secrets to everybody on the way.

import { request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { isIP } from 'node:net';
import {
  createAddressFilter,
  guardedLookup,
  isPrivateAddress,
  OutboundAddressError,
} from './request.ts';

type Reply = {
  status: number;
  /** Undefined if the body is longer than the limit. */
  body: Buffer | undefined;
  /** The clock of the server in epoch milliseconds; undefined without a header `Date`. */
  serverTime: number | undefined;
  /** The header `Retry-After`, if it is a number of seconds. */
  retryAfterSeconds: number | undefined;
};

export type PostRequest = {
  /** Appended to the configured address. It begins with a slash. */
  path: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  maxBytes: number;
  /** Applies to the whole response, to its last byte. */
  timeoutMs: number;
};

export type PostToOneAddress = (request: PostRequest) => Promise<Reply>;

const isPublicAddress = createAddressFilter([]);

function secondsIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}

function timeIn(text: string | undefined): number | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}

/**
 * `base` is an http or https address without query; its path stands before that of each request. The call rejects with
 * an OutboundAddressError if the name leads to another kind of address, and with the error of the transport otherwise.
 */
export function createPostToOneAddress(base: string): PostToOneAddress {
  const { href, protocol, hostname } = new URL(base);
  const prefix = href.endsWith('/') ? href.slice(0, -1) : href;
  const isSecure = protocol === 'https:';
  const mayReach = (address: string) =>
    isPrivateAddress(address) || (isSecure && isPublicAddress(address));
  const refusal = isSecure ? 'leads to a reserved address' : 'http: leads to a public address';
  const lookup = guardedLookup(mayReach, refusal);
  const literal = hostname.replace(/^\[|\]$/g, '');
  const isRefused = isIP(literal) !== 0 && !mayReach(literal);

  return async ({ path, headers, body, maxBytes, timeoutMs }) => {
    if (isRefused) throw new OutboundAddressError(refusal);
    return new Promise<Reply>((settle, reject) => {
      const over = isSecure ? overHttps : overHttp;
      const request = over(prefix + path, {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup,
        signal: AbortSignal.timeout(timeoutMs),
        agent: false,
      });
      request.once('error', reject);
      request.once('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        const finish = (whole: Buffer | undefined) =>
          settle({
            status: response.statusCode ?? 0,
            body: whole,
            serverTime: timeIn(response.headers.date),
            retryAfterSeconds: secondsIn(response.headers['retry-after']),
          });
        response.once('error', reject);
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size <= maxBytes) return void chunks.push(chunk);
          finish(undefined);
          response.destroy();
        });
        response.once('end', () => finish(Buffer.concat(chunks)));
      });
      request.end(body);
    });
  };
}
