// An application over oauth4webapi: every request and every judgement is a step of its own.

import * as library from 'oauth4webapi';
import { askedScope, type Ground, type Party, type PartyLibrary, type Received } from './party.ts';
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

/** In tests the provider stands on this computer, without https. */
const optionsFor = ({ send }: Ground) => ({
  [library.allowInsecureRequests]: true,
  [library.customFetch]: (address: string, options: unknown) =>
    send(address, options as RequestInit),
});
type Options = ReturnType<typeof optionsFor>;

async function discover(ground: Ground, options: Options) {
  const address = new URL(ground.issuer);
  return library.processDiscoveryResponse(
    address,
    await library.discoveryRequest(address, options),
  );
}

function partyOf(
  application: Registered,
  provider: library.AuthorizationServer,
  options: Options,
): Party {
  const client: library.Client = {
    client_id: application.clientId,
    id_token_signed_response_alg: application.alg,
  };
  const proof = proofOf(application);

  async function received(response: Response, answer: library.TokenEndpointResponse) {
    await library.validateApplicationLevelSignature(provider, response, options);
    const claims = library.getValidatedIdTokenClaims(answer);
    if (!claims) throw new Error('no ID token');
    const { access_token: access, refresh_token: refresh = '', id_token: id = '' } = answer;
    return { access, refresh, id, claims } satisfies Received;
  }

  return {
    async begin(parameters = {}) {
      const verifier = library.generateRandomCodeVerifier();
      const state = library.generateRandomState();
      const nonce = library.generateRandomNonce();
      const address = new URL(provider.authorization_endpoint ?? '');
      address.search = `${new URLSearchParams({
        client_id: client.client_id,
        response_type: 'code',
        redirect_uri: application.callback,
        scope: askedScope,
        code_challenge: await library.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
        ...parameters,
      })}`;
      return { address: address.href, verifier, state, nonce };
    },

    async finish(location, { verifier, state, nonce }) {
      const answer = library.validateAuthResponse(provider, client, new URL(location), state);
      const response = await library.authorizationCodeGrantRequest(
        provider,
        client,
        proof,
        answer,
        application.callback,
        verifier,
        options,
      );
      const tokens = await library.processAuthorizationCodeResponse(provider, client, response, {
        expectedNonce: nonce,
        requireIdToken: true,
      });
      return received(response, tokens);
    },

    async userinfo({ access, claims: { sub } }) {
      const response = await library.userInfoRequest(provider, client, access, options);
      return library.processUserInfoResponse(provider, client, sub, response);
    },

    async refresh({ refresh }) {
      const response = await library.refreshTokenGrantRequest(
        provider,
        client,
        proof,
        refresh,
        options,
      );
      return received(
        response,
        await library.processRefreshTokenResponse(provider, client, response),
      );
    },

    async introspect(token) {
      const response = await library.introspectionRequest(provider, client, proof, token, options);
      return library.processIntrospectionResponse(provider, client, response);
    },

    async revoke(token) {
      await library.processRevocationResponse(
        await library.revocationRequest(provider, client, proof, token, options),
      );
    },

    signOutAddress({ id }, state) {
      const address = new URL(provider.end_session_endpoint ?? '');
      address.search = `${new URLSearchParams({
        id_token_hint: id,
        post_logout_redirect_uri: application.home,
        state,
      })}`;
      return address.href;
    },
  };
}

export const overOauth4webapi: PartyLibrary = {
  name: 'oauth4webapi',

  async connect(application, ground) {
    const options = optionsFor(ground);
    return partyOf(application, await discover(ground, options), options);
  },
};
