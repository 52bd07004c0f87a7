// An application over openid-client, talking to a composed server without a network.

import type { FastifyInstance } from 'fastify';
import * as library from 'openid-client';
import { portal } from './applications.ts';
import type { Send } from './parties/party.ts';

const issuer = 'http://localhost:3000';

/** What a client calls in place of the network. */
export function sendTo(server: FastifyInstance): Send {
  return async (address, { method = 'GET', headers, body } = {}) => {
    const { pathname, search } = new URL(address);
    const answer = await server.inject({
      method: method as 'GET',
      url: pathname + search,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body !== undefined && body !== null && { payload: `${body}` }),
    });
    const kept = Object.entries(answer.headers).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, `${one}`]),
    );
    const empty = answer.statusCode === 204 || answer.body === '';
    return new Response(empty ? null : answer.body, { status: answer.statusCode, headers: kept });
  };
}

type Options = {
  id?: string;
  secret?: string;
  callback?: string;
  metadata?: Partial<library.ClientMetadata>;
  auth?: library.ClientAuth;
};

export async function createClient(
  server: FastifyInstance,
  {
    id = portal.id,
    secret = portal.secret,
    callback = portal.callback,
    metadata,
    auth,
  }: Options = {},
) {
  const send = sendTo(server);
  const configuration = await library.discovery(
    new URL(issuer),
    id,
    { id_token_signed_response_alg: 'ES256', ...metadata },
    auth ?? library.ClientSecretBasic(secret),
    {
      [library.customFetch]: (address, options) => send(address, options as RequestInit),
      execute: [library.allowInsecureRequests],
    },
  );

  return {
    configuration,

    /** Begins a sign-in: where the browser goes, and what must be remembered. */
    async begin(parameters: Record<string, string> = {}) {
      const verifier = library.randomPKCECodeVerifier();
      const state = library.randomState();
      const nonce = library.randomNonce();
      const address = library.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        scope: 'openid profile email groups campus',
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...parameters,
      });
      return { address: address.href, verifier, state, nonce };
    },

    /** Ends it with what the browser came back with. */
    finish(
      location: string,
      { verifier, state, nonce }: { verifier: string; state: string; nonce: string },
    ) {
      return library.authorizationCodeGrant(configuration, new URL(location), {
        pkceCodeVerifier: verifier,
        expectedState: state,
        expectedNonce: nonce,
        idTokenExpected: true,
      });
    },
  };
}

export { library };
