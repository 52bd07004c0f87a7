// Security headers of every answer.

import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** `scriptHashes`: CSP source expressions of our own inline scripts, from the build. */
export async function registerHeaders(
  server: FastifyInstance,
  { scriptHashes, secure }: { scriptHashes: readonly string[]; secure: boolean },
) {
  await server.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...scriptHashes],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        manifestSrc: ["'self'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    // our own forms need their Origin header, which `no-referrer` would turn into `null`
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: secure && { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
  });
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=()');
  });
}
