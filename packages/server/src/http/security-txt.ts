// Serves `/.well-known/security.txt`, the contact for vulnerability reports (RFC 9116).

import type { FastifyInstance } from 'fastify';

const dayMs = 86_400_000;
/** RFC 9116 §2.5.5 recommends less than a year. */
const validDays = 180;

type Deps = {
  /** An e-mail address or an https address. */
  contact: string;
  baseUrl: string;
  now: () => number;
};

export function registerSecurityTxt(server: FastifyInstance, { contact, baseUrl, now }: Deps) {
  const address = '/.well-known/security.txt';
  server.get(address, { config: { isDataOnly: true } }, async (_request, reply) => {
    const today = Math.floor(now() / dayMs) * dayMs;
    const lines = [
      `Contact: ${contact.includes('://') ? contact : `mailto:${contact}`}`,
      `Expires: ${new Date(today + validDays * dayMs).toISOString()}`,
      'Preferred-Languages: uk, en',
      `Canonical: ${baseUrl}${address}`,
    ];
    reply.header('cache-control', 'public, max-age=86400');
    return reply.type('text/plain; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}
