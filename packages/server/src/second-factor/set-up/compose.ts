// Registers the pages on which users set up second factors, and the forms of the account page.

import type { FastifyInstance } from 'fastify';
import { registerAccountForms } from '../account/routes.ts';
import type { SecondFactorContext } from './context.ts';
import { registerSetUp } from './routes.ts';

export async function registerSecondFactorSetUp(
  server: FastifyInstance,
  context: SecondFactorContext,
) {
  await registerSetUp(server, context);
  await registerAccountForms(server, context);
}
