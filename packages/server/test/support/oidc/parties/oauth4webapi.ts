// An application over oauth4webapi, where every request and every validation is a separate call.

import * as library from 'oauth4webapi';
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

/** In tests the provider runs on this computer, without https. */
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

async function boundOptions(client: library.Client, options: Options, binding: Binding) {
  if (binding === 'bearer') return options;
  return { ...options, DPoP: library.DPoP(client, await library.generateKeyPair('ES256')) };
}

/** The parameters of a request, and what must be remembered of it. */
async function attempt(application: Registered, parameters: Parameters) {
  const verifier = library.generateRandomCodeVerifier();
  const state = library.generateRandomState();
  const nonce = library.generateRandomNonce();
  const asked: Parameters = {
    client_id: application.clientId,
    response_type: 'code',
    redirect_uri: application.callback,
    scope: askedScope,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
    ...parameters,
  };
  return { verifier, state, nonce, asked };
}

async function partyOf(
  application: Registered,
  provider: library.AuthorizationServer,
  plain: Options,
  binding: Binding,
): Promise<Party> {
  const client: library.Client = {
    client_id: application.clientId,
    id_token_signed_response_alg: application.alg,
  };
  const proof = proofOf(application);
  const options = await boundOptions(client, plain, binding);

  function addressWith(parameters: Parameters) {
    const address = new URL(provider.authorization_endpoint ?? '');
    address.search = `${new URLSearchParams(parameters)}`;
    return address.href;
  }

  async function received(response: Response, answer: library.TokenEndpointResponse) {
    await library.validateApplicationLevelSignature(provider, response, plain);
    const claims = library.getValidatedIdTokenClaims(answer);
    if (!claims) throw new Error('no ID token');
    const { access_token: access, refresh_token: refresh = '', id_token: id = '' } = answer;
    return { access, refresh, id, claims } satisfies Received;
  }

  async function swap(
    given: URL | URLSearchParams,
    { verifier, state, nonce }: Attempt,
    additionalParameters: Parameters = {},
  ) {
    const answer = library.validateAuthResponse(provider, client, given, state);
    const response = await library.authorizationCodeGrantRequest(
      provider,
      client,
      proof,
      answer,
      application.callback,
      verifier,
      { ...options, additionalParameters },
    );
    const tokens = await library.processAuthorizationCodeResponse(provider, client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
    return received(response, tokens);
  }

  return {
    async begin(parameters = {}) {
      const { asked, ...remembered } = await attempt(application, parameters);
      return { ...remembered, address: addressWith(asked) };
    },

    async beginPushed(parameters = {}) {
      const { asked, ...remembered } = await attempt(application, parameters);
      const response = await library.pushedAuthorizationRequest(
        provider,
        client,
        proof,
        asked,
        options,
      );
      const { request_uri } = await library.processPushedAuthorizationResponse(
        provider,
        client,
        response,
      );
      const { client_id } = client;
      return { ...remembered, address: addressWith({ client_id, request_uri }) };
    },

    async beginSigned(parameters = {}) {
      const { asked, ...remembered } = await attempt(application, parameters);
      const key = { key: application.key, kid: 'own' };
      const request = await library.issueRequestObject(provider, client, asked, key);
      return { ...remembered, address: addressWith({ client_id: client.client_id, request }) };
    },

    finish: (location, asked, parameters) => swap(new URL(location), asked, parameters),
    finishForm: (fields, asked) => swap(fields, asked),

    async userinfo({ access, claims: { sub } }) {
      const response = await library.userInfoRequest(provider, client, access, options);
      return library.processUserInfoResponse(provider, client, sub, response);
    },

    async refresh({ refresh }, additionalParameters = {}) {
      const response = await library.refreshTokenGrantRequest(provider, client, proof, refresh, {
        ...options,
        additionalParameters,
      });
      return received(
        response,
        await library.processRefreshTokenResponse(provider, client, response),
      );
    },

    async ownToken(parameters = {}) {
      const response = await library.clientCredentialsGrantRequest(
        provider,
        client,
        proof,
        parameters,
        options,
      );
      const answer = await library.processClientCredentialsResponse(provider, client, response);
      return { access: answer.access_token, scope: answer.scope };
    },

    async askAsDevice() {
      const asked = await library.processDeviceAuthorizationResponse(
        provider,
        client,
        await library.deviceAuthorizationRequest(
          provider,
          client,
          proof,
          { scope: askedScope },
          plain,
        ),
      );
      return {
        address: asked.verification_uri_complete ?? '',
        async poll() {
          const response = await library.deviceCodeGrantRequest(
            provider,
            client,
            proof,
            asked.device_code,
            options,
          );
          return received(
            response,
            await library.processDeviceCodeResponse(provider, client, response),
          );
        },
      };
    },

    async introspect(token) {
      const response = await library.introspectionRequest(provider, client, proof, token, plain);
      return library.processIntrospectionResponse(provider, client, response);
    },

    async revoke(token) {
      await library.processRevocationResponse(
        await library.revocationRequest(provider, client, proof, token, plain),
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

  async connect(application, ground, binding = 'bearer') {
    const options = optionsFor(ground);
    return partyOf(application, await discover(ground, options), options, binding);
  },
};
