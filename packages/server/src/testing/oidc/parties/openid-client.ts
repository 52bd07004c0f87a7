// An application over openid-client.

import * as library from 'openid-client';
import { askedScope, type PartyLibrary, type Received } from './party.ts';
import type { Registered } from './registered.ts';

function proofOf({ authMethod, secret, key }: Registered): library.ClientAuth {
  switch (authMethod) {
    case 'client_secret_basic':
      return library.ClientSecretBasic(secret);
    case 'client_secret_post':
      return library.ClientSecretPost(secret);
    case 'private_key_jwt':
      return library.PrivateKeyJwt({ key, kid: 'own' });
    case 'none':
      return library.None();
  }
}

type Answer = Awaited<ReturnType<typeof library.authorizationCodeGrant>>;

function received(answer: Answer): Received {
  const { access_token: access, refresh_token: refresh = '', id_token: id = '' } = answer;
  return { access, refresh, id, claims: { sub: '', ...answer.claims() } };
}

export const overOpenidClient: PartyLibrary = {
  name: 'openid-client',

  async connect(application, { issuer, send }) {
    const configuration = await library.discovery(
      new URL(issuer),
      application.clientId,
      { id_token_signed_response_alg: application.alg },
      proofOf(application),
      {
        [library.customFetch]: (address, options) => send(address, options as RequestInit),
        // signatures of ID tokens are judged by the published keys, although TLS would do
        execute: [library.allowInsecureRequests, library.enableNonRepudiationChecks],
      },
    );
    return {
      async begin(parameters = {}) {
        const verifier = library.randomPKCECodeVerifier();
        const state = library.randomState();
        const nonce = library.randomNonce();
        const { href: address } = library.buildAuthorizationUrl(configuration, {
          redirect_uri: application.callback,
          scope: askedScope,
          code_challenge: await library.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
          state,
          nonce,
          ...parameters,
        });
        return { address, verifier, state, nonce };
      },
      finish: async (location, { verifier, state, nonce }) =>
        received(
          await library.authorizationCodeGrant(configuration, new URL(location), {
            pkceCodeVerifier: verifier,
            expectedState: state,
            expectedNonce: nonce,
            idTokenExpected: true,
          }),
        ),
      userinfo: ({ access, claims }) => library.fetchUserInfo(configuration, access, claims.sub),
      refresh: async ({ refresh }) =>
        received(await library.refreshTokenGrant(configuration, refresh)),
      introspect: (token) => library.tokenIntrospection(configuration, token),
      revoke: (token) => library.tokenRevocation(configuration, token),
      signOutAddress: ({ id }, state) =>
        library.buildEndSessionUrl(configuration, {
          id_token_hint: id,
          post_logout_redirect_uri: application.home,
          state,
        }).href,
    };
  },
};
