// Public documents: discovery (OpenID Connect Discovery §4, RFC 8414 §3) and the JWKS. The library creates them once.

import type { IncomingMessage, ServerResponse } from 'node:http';
import inject from 'light-my-request';
import { responseModes } from './clients/client-metadata.ts';
import { discoveryPaths, endpoints } from './endpoints.ts';

export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

export const documentPaths = [endpoints.jwks, ...discoveryPaths] as const;

export type DiscoveryDocuments = ReadonlyMap<string, Buffer>;

/** @throws if the library does not return a document */
export async function createDocuments(
  handle: Handle,
  baseUrl: string,
): Promise<DiscoveryDocuments> {
  const { host, protocol } = new URL(baseUrl);
  const headers = {
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
  };
  const documents = documentPaths.map(async (url): Promise<[string, Buffer]> => {
    const response = await inject((request, answer) => void handle(request, answer), {
      method: 'GET',
      url,
      headers,
    });
    if (response.statusCode !== 200)
      throw new Error(`${url}: the library returned ${response.statusCode}`);
    const document = response.json<object>();
    // the library would list all response modes that it supports
    const corrected =
      url === endpoints.jwks ? document : { ...document, response_modes_supported: responseModes };
    return [url, Buffer.from(JSON.stringify(corrected))];
  });
  return new Map(await Promise.all(documents));
}
