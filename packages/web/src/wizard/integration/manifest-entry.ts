// The entry of a manifest that registers an application, ready for the administrator. Pure.

export const protocolIds = ['ticket', 'oidc', 'cas'] as const;
export type ProtocolId = (typeof protocolIds)[number];

/** The integrator replaces it by the address of the page to which users return. */
export const exampleAddress = 'https://your-site.example/callback';

/** The secret stays with the integrator; the file has its SHA-256 in base64url. */
export type SecretHash = { hash: string; expiresAt: string };

export type Registration = {
  appId: string;
  protocol: ProtocolId;
  address: string;
  secret: SecretHash;
};

/** JSON strings are also YAML. */
const quoted = (text: string) => JSON.stringify(text);

const protocols: Record<ProtocolId, (address: string) => string> = {
  ticket: (address) => `{ type: ticket, redirectUrl: ${address} }`,
  oidc: (address) => `{ type: oidc, metadata: { redirect_uris: [${address}] } }`,
  cas: (address) => `{ type: cas, services: [${address}] }`,
};

/** Returns a short name from the host of the address: small Latin letters and digits, with dashes between them. */
function nameOf(address: string): string {
  const host = URL.parse(address)?.hostname.toLowerCase() ?? '';
  const name = host.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, '');
  return name.slice(0, 40) || 'my-application';
}

/** Returns the file. The title is the host, and everyone has access: the administrator changes both. */
export function manifestEntry({ appId, protocol, address, secret }: Registration): string {
  const title = quoted(URL.parse(address)?.hostname || address);
  const words = `{ uk: ${title}, en: ${title} }`;
  const { hash, expiresAt } = secret;
  const lines = [
    'applications:',
    `  - id: ${quoted(appId)}`,
    `    name: ${nameOf(address)}`,
    `    title: ${words}`,
    `    description: ${words}`,
    '    access: everyone',
    `    protocol: ${protocols[protocol](quoted(address))}`,
    ...(protocol === 'cas'
      ? []
      : [
          '    secrets:',
          `      - { name: server, hash: ${quoted(hash)}, expiresAt: ${expiresAt} }`,
        ]),
  ];
  return `${lines.join('\n')}\n`;
}
