// The typed client of the administration API. Its types are made from the OpenAPI document.

import createClient from 'openapi-fetch';
import type { paths } from './openapi.ts';

export type AdminClient = ReturnType<typeof createAdminClient>;

type Options = {
  /** The address of the server. */
  baseUrl: string;
  /** An API token. Pages send none: the session cookie names their user. */
  token?: string;
  fetch?: (request: Request) => Promise<Response>;
};

/** Returns a client whose methods have the paths, input and responses of the document. */
export function createAdminClient({ baseUrl, token, fetch }: Options) {
  return createClient<paths>({
    baseUrl,
    ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }),
    ...(fetch && { fetch }),
  });
}
