// API routes of sign-in that all methods share: starting the session, and the list of methods.

import { paths } from '@brama/contract/paths';
import {
  methodsResponse,
  startSessionRequest,
  startSessionResponse,
} from '@brama/contract/sign-in/schemas';
import type { FastifyInstance } from 'fastify';
import { fail } from '../errors.ts';
import { typed } from '../http/server.ts';
import type { SignInMethod, SignInService } from './method.ts';

export async function registerSignIn(
  server: FastifyInstance,
  signInService: SignInService,
  methods: readonly SignInMethod[],
) {
  typed(server).post(
    paths.startSession,
    { schema: { body: startSessionRequest, response: { 200: startSessionResponse } } },
    async (request, reply) => {
      const { sessionId, sharedComputer = false } = request.body;
      const result = await signInService.startSession(request, reply, sessionId, sharedComputer);
      if (result === 'refused') fail('sign-in.ticket-refused');
      return result === 'started' ? {} : { next: result };
    },
  );
  typed(server).get(
    paths.signInMethods,
    { schema: { response: { 200: methodsResponse } } },
    async () => ({ methods: methods.map(({ id }) => ({ id })) }),
  );
  for (const method of methods) await method.register(server, signInService);
}
