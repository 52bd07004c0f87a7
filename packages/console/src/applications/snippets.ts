// Settings of well-known clients, filled with the values of an application. Pure.
import type { Application } from './queries.ts';

export type Snippet = { name: string; text: string };

type Input = Pick<Application, 'id' | 'protocol'> & {
  /** Of this server. */
  origin: string;
};

const first = (value: unknown, fallback: string): string =>
  Array.isArray(value) && typeof value[0] === 'string' ? value[0] : fallback;

function oidcSnippets({ id, protocol, origin }: Input): Snippet[] {
  const metadata = (protocol['metadata'] ?? {}) as Record<string, unknown>;
  const clientId = typeof metadata['client_id'] === 'string' ? metadata['client_id'] : id;
  const redirect = first(metadata['redirect_uris'], 'https://application.example/callback');
  const scope = typeof metadata['scope'] === 'string' ? metadata['scope'] : 'openid profile email';
  const hasSecret = metadata['token_endpoint_auth_method'] !== 'none';
  const authentication = hasSecret
    ? 'client.ClientSecretBasic(process.env.CLIENT_SECRET)'
    : 'client.None()';
  return [
    {
      name: 'openid-client (Node.js)',
      text: `import * as client from 'openid-client';

const config = await client.discovery(
  new URL('${origin}'),
  '${clientId}',
  undefined,
  ${authentication},
);
const redirect_uri = '${redirect}';
const scope = '${scope}';`,
    },
    {
      name: 'mod_auth_openidc (Apache)',
      text: [
        '# Files that only root may read:',
        ...(hasSecret ? ['#   /etc/apache2/client-secret: a secret from “Secrets” above'] : []),
        '#   /etc/apache2/oidc-passphrase: openssl rand -hex 32',
        `OIDCProviderMetadataURL ${origin}/.well-known/openid-configuration`,
        `OIDCClientID ${clientId}`,
        ...(hasSecret ? ['OIDCClientSecret "exec:/bin/cat /etc/apache2/client-secret"'] : []),
        `OIDCRedirectURI ${redirect}`,
        `OIDCScope "${scope}"`,
        'OIDCPKCEMethod S256',
        'OIDCCryptoPassphrase "exec:/bin/cat /etc/apache2/oidc-passphrase"',
        '',
        '<Location />',
        '  AuthType openid-connect',
        '  Require valid-user',
        '</Location>',
      ].join('\n'),
    },
    {
      name: 'OpenID Connect',
      text: [
        `issuer: ${origin}`,
        `discovery: ${origin}/.well-known/openid-configuration`,
        `client_id: ${clientId}`,
        `redirect_uri: ${redirect}`,
        `scope: ${scope}`,
      ].join('\n'),
    },
  ];
}

function casSnippets({ protocol, origin }: Input): Snippet[] {
  const service = first(protocol['services'], 'https://application.example/');
  const { host } = new URL(origin);
  const serviceOrigin = URL.parse(service)?.origin ?? service;
  return [
    {
      name: 'mod_auth_cas (Apache)',
      text: [
        `CASLoginURL ${origin}/cas/login`,
        `CASValidateURL ${origin}/cas/p3/serviceValidate`,
        'CASVersion 2',
        'CASCookiePath /var/cache/apache2/mod_auth_cas/',
        'CASSSOEnabled On',
      ].join('\n'),
    },
    {
      name: 'phpCAS',
      text: `<?php
require_once 'CAS.php';

phpCAS::client(CAS_VERSION_3_0, '${host}', 443, '/cas', '${serviceOrigin}');
phpCAS::setCasServerCACert('/etc/ssl/certs/ca-certificates.crt');
phpCAS::forceAuthentication();`,
    },
  ];
}

function ticketSnippets({ id, origin }: Input): Snippet[] {
  return [
    {
      name: 'curl',
      text: `curl -s -u "${id}:$APP_SECRET" -H 'content-type: application/json' \\
  -d '{"ticketId":"…"}' ${origin}/api/ticket`,
    },
    {
      name: 'HTML',
      text: `<a href="${origin}/?appId=${id}&amp;state=…">…</a>`,
    },
  ];
}

export function snippetsOf(input: Input): Snippet[] {
  if (input.protocol.type === 'oidc') return oidcSnippets(input);
  if (input.protocol.type === 'cas') return casSnippets(input);
  return input.protocol.type === 'ticket' ? ticketSnippets(input) : [];
}

/** The record as a manifest. JSON is valid YAML. */
export function manifestOf(application: Application, iconName: string): string {
  const { id, name, title, description, category, position, access, contact } = application;
  const { releases, minimumLevel, protocol, sandbox } = application;
  const entry = {
    id,
    name,
    title,
    description,
    ...(category && { category }),
    ...(position !== null && { position }),
    ...(iconName !== '' && { icon: iconName }),
    access,
    ...(contact !== null && { contact }),
    ...(releases.length > 0 && { releases }),
    ...(minimumLevel !== null && { minimumLevel }),
    ...(sandbox ? { sandbox } : { protocol }),
  };
  return JSON.stringify({ applications: [entry] }, undefined, 2);
}
