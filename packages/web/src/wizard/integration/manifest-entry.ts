// The entry of a manifest that registers an application, ready for the administrator. Pure.

export const protocolIds = ['ticket', 'oidc', 'cas'] as const;
export type ProtocolId = (typeof protocolIds)[number];

/** The secret stays with the integrator; the file has its SHA-256 in base64url. */
export type SecretHash = { hash: string; expiresAt: string };

export type Registration = {
  appId: string;
  protocol: ProtocolId;
  /** A full URL. */
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

/** The longest title in a manifest. */
const maxTitle = 100;

/** Returns a short name from a host: small Latin letters and digits, with dashes between them. */
function nameOf(host: string): string {
  const name = host.replaceAll(/[^a-z0-9]+/g, '-').replace(/^-/, '');
  return name.slice(0, 40).replace(/-$/, '') || 'my-application';
}

/**
 * Returns the file. The title is the host, and everyone has access: the administrator changes both. Texts are quoted, because YAML
 * would read `null` or digits as another type.
 */
export function manifestEntry({ appId, protocol, address, secret }: Registration): string {
  const host = new URL(address).hostname;
  const title = quoted(host.slice(0, maxTitle));
  const words = `{ uk: ${title}, en: ${title} }`;
  const { hash, expiresAt } = secret;
  const lines = [
    'applications:',
    `  - id: ${quoted(appId)}`,
    `    name: ${quoted(nameOf(host))}`,
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
