// An application over openid-client.

import * as library from 'openid-client';
import {
  type Attempt,
  askedScope,
  type Binding,
  type Ground,
  type Parameters,
  type Party,
  type PartyLibrary,
  type Received,
} from './party.ts';
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

const discover = (application: Registered, { issuer, send }: Ground) =>
  library.discovery(
    new URL(issuer),
    application.clientId,
    { id_token_signed_response_alg: application.alg },
    proofOf(application),
    {
      [library.customFetch]: (address, options) => send(address, options as RequestInit),
      // the library verifies signatures of ID tokens with the published keys, although TLS would suffice
      execute: [library.allowInsecureRequests, library.enableNonRepudiationChecks],
    },
  );

async function bindingFor(configuration: library.Configuration, binding: Binding) {
  if (binding === 'bearer') return {};
  return { DPoP: library.getDPoPHandle(configuration, await library.randomDPoPKeyPair()) };
}

type Build = (parameters: Parameters) => Promise<URL> | URL;

async function attempt(application: Registered, parameters: Parameters, build: Build) {
  const verifier = library.randomPKCECodeVerifier();
  const state = library.randomState();
  const nonce = library.randomNonce();
  const { href: address } = await build({
    redirect_uri: application.callback,
    scope: askedScope,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...parameters,
  });
  return { address, verifier, state, nonce };
}

const checksOf = ({ verifier, state, nonce }: Attempt) => ({
  pkceCodeVerifier: verifier,
  expectedState: state,
  expectedNonce: nonce,
  idTokenExpected: true,
});

export const overOpenidClient: PartyLibrary = {
  name: 'openid-client',

  async connect(application, ground, binding = 'bearer'): Promise<Party> {
    const configuration = await discover(application, ground);
    const bound = await bindingFor(configuration, binding);
    const key = { key: application.key, kid: 'own' };

    async function swap(answer: URL | Request, asked: Attempt, parameters?: Parameters) {
      const checks = checksOf(asked);
      return received(
        await library.authorizationCodeGrant(configuration, answer, checks, parameters, bound),
      );
    }

    return {
      begin: (parameters = {}) =>
        attempt(application, parameters, (all) =>
          library.buildAuthorizationUrl(configuration, all),
        ),
      beginPushed: (parameters = {}) =>
        attempt(application, parameters, (all) =>
          library.buildAuthorizationUrlWithPAR(configuration, all, bound),
        ),
      beginSigned: (parameters = {}) =>
        attempt(application, parameters, (all) =>
          library.buildAuthorizationUrlWithJAR(configuration, all, key),
        ),
      finish: (location, asked, parameters) => swap(new URL(location), asked, parameters),
      finishForm: (fields, asked) =>
        swap(new Request(application.callback, { method: 'POST', body: fields }), asked),
      userinfo: ({ access, claims }) =>
        library.fetchUserInfo(configuration, access, claims.sub, bound),
      refresh: async ({ refresh }, parameters) =>
        received(await library.refreshTokenGrant(configuration, refresh, parameters, bound)),
      async ownToken(parameters) {
        const answer = await library.clientCredentialsGrant(configuration, parameters, bound);
        return { access: answer.access_token, scope: answer.scope };
      },
      async askAsDevice() {
        const asked = await library.initiateDeviceAuthorization(configuration, {
          scope: askedScope,
        });
        // the library waits before it polls; the user has already decided
        const soon = { ...asked, interval: 0 };
        return {
          address: asked.verification_uri_complete ?? '',
          poll: async () =>
            received(
              await library.pollDeviceAuthorizationGrant(configuration, soon, undefined, bound),
            ),
        };
      },
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
