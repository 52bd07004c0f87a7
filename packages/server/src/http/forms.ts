// Registers routes that accept only the body of an HTML form, and no JSON.

import formbody, { type FastifyFormbodyOptions } from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';

/** Makes the body a `URLSearchParams`, for code that must see whether a field is repeated. */
export const asSearchParams = {
  parser: (text: string) => new URLSearchParams(text) as unknown as Record<string, string>,
};

export async function registerForms(
  server: FastifyInstance,
  register: (scope: FastifyInstance) => void,
  options: FastifyFormbodyOptions = {},
) {
  const forms: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(formbody, options);
    register(scope);
  };
  await server.register(forms);
}
