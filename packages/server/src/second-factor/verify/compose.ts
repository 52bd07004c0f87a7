// Registers the pages and calls by which a user provides a second factor.

import type { FastifyInstance } from 'fastify';
import type { Verification } from './context.ts';
import { registerVerifyPages } from './page-routes.ts';
import { registerPasskeyRoutes } from './passkey-routes.ts';

export async function registerVerification(server: FastifyInstance, verification: Verification) {
  await registerVerifyPages(server, verification);
  const { passkeys } = verification;
  if (passkeys) registerPasskeyRoutes(server, verification, passkeys);
}
