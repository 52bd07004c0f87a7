// The applications of the scenarios. Each has another client authentication method and another signing algorithm.

import { exportJWK, generateKeyPair } from 'jose';
import type { JWK } from 'oauth4webapi';

/** A service for which every application may request access tokens. */
export const service = 'https://marks.example/api';

/** Characters that Basic must form-encode (RFC 6749 §2.3.1), and one that many encode wrongly. */
const awkwardSecret = 'Kx+9/q:Z%7e&m=T?w#2@J!r$L~vB^c(d)*';

export type Registered = {
  id: string;
  clientId: string;
  name: string;
  authMethod: 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt' | 'none';
  alg: 'ES256' | 'RS256' | 'EdDSA';
  secret: string;
  key: CryptoKey;
  home: string;
  callback: string;
  /** As in a manifest. */
  protocol: Record<string, unknown>;
};

const kinds = [
  { name: 'basic', authMethod: 'client_secret_basic', alg: 'ES256' },
  { name: 'post', authMethod: 'client_secret_post', alg: 'RS256' },
  { name: 'key', authMethod: 'private_key_jwt', alg: 'EdDSA' },
  { name: 'public', authMethod: 'none', alg: 'ES256' },
] as const;

export const kindNames = kinds.map(({ name }) => name);

/** `origin`: where the applications listen. */
export async function registerAt(origin: string): Promise<Registered[]> {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: 'own', use: 'sig', alg: 'ES256' };
  return kinds.map(({ name, authMethod, alg }) => {
    const id = crypto.randomUUID();
    const clientId = `${name}-${id.slice(0, 8)}`;
    const home = `${origin}/${clientId}/`;
    const callback = `${home}callback`;
    const metadata = {
      client_id: clientId,
      redirect_uris: [callback],
      post_logout_redirect_uris: [home],
      backchannel_logout_uri: `${home}sign-out`,
      backchannel_logout_session_required: true,
      grant_types: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
        ...(authMethod === 'none' ? [] : ['client_credentials']),
      ],
      token_endpoint_auth_method: authMethod,
      id_token_signed_response_alg: alg,
      scope: 'openid profile email groups campus',
      ...(authMethod === 'private_key_jwt' && { jwks: { keys: [jwk] } }),
    };
    const hasSecret = authMethod.startsWith('client_secret_');
    const protocol = {
      type: 'oidc',
      metadata,
      resources: [{ indicator: service, scopes: ['marks.read', 'marks.write'] }],
      ...(hasSecret && { secret: awkwardSecret }),
    };
    return {
      id,
      clientId,
      name,
      authMethod,
      alg,
      secret: awkwardSecret,
      key: privateKey,
      home,
      callback,
      protocol,
    };
  });
}
