// Registers routes that accept only the body of an HTML form, and no JSON.

import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

export async function registerForms(
  server: FastifyInstance,
  register: (scope: FastifyInstance) => void,
) {
  const forms: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(formbody);
    register(scope);
  };
  await server.register(forms);
}
