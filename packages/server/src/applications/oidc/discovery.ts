// What the provider publishes about itself: discovery (OpenID Connect Discovery §4, RFC 8414 §3) and its
// public keys. The same for everybody, so the library says it once and we repeat it.

import inject from 'light-my-request';
import { responseModes } from './clients/client-metadata.ts';
import { discoveryPaths, endpoints } from './endpoints.ts';
import { setRequestContext } from './request-context.ts';
import type { Handle } from './routes.ts';

export const documentPaths = [endpoints.jwks, ...discoveryPaths] as const;

/** Path → JSON. */
export type DiscoveryDocuments = ReadonlyMap<string, Buffer>;

/** @throws when the library does not say what it must. */
export async function documentsOf(handle: Handle, baseUrl: string): Promise<DiscoveryDocuments> {
  const { host, protocol } = new URL(baseUrl);
  const headers = {
    host,
    'x-forwarded-host': host,
    'x-forwarded-proto': protocol.slice(0, -1),
  };
  const read = documentPaths.map(async (url): Promise<[string, Buffer]> => {
    const answer = await inject(
      (request, response) => {
        setRequestContext(request, {
          loaded: {},
          session: undefined,
          secretId: undefined,
          language: 'en',
          rememberedLanguage: 'en',
          requestId: 'documents',
          network: '',
          countSuspension: async () => undefined,
        });
        void handle(request, response);
      },
      { method: 'GET', url, headers },
    );
    if (answer.statusCode !== 200)
      throw new Error(`${url}: the library answers ${answer.statusCode}`);
    const said = answer.json<object>();
    const isDescription = url !== endpoints.jwks;
    // the library's description would name what it could do
    const truth = isDescription ? { ...said, response_modes_supported: responseModes } : said;
    return [url, Buffer.from(JSON.stringify(truth))];
  });
  return new Map(await Promise.all(read));
}
