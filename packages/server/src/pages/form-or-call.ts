// Acts that the script of a page calls with JSON, and that a browser without JavaScript sends as a form. Both do the same; a call gets
// JSON, and a form leads on to a page. The error handler answers what is refused: these forms have no page of their own.

import { emptyResponse } from '@brama/contract/sign-in/schemas';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest, FastifySchema } from 'fastify';
import type { z } from 'zod';
import { isForm } from '../http/request-kind.ts';
import { Instead, type PageExchange } from './form-page.ts';
import { acceptedLanguage, rememberedLanguage } from './language/language.ts';

type Act<Body extends z.ZodType, Result, Answer extends z.ZodType> = {
  path: string;
  /** Default: the body is ignored. */
  body?: Body;
  act(exchange: PageExchange, body: z.output<Body>): Promise<Result>;
  /** Returns the path below the language where a form leads. */
  next: string | ((exchange: PageExchange, result: Result) => string | Instead);
  /** Schema of what a call gets. Default: an empty object. */
  response?: Answer;
  answer?(result: Result): z.input<Answer>;
};

const languageOf = (request: FastifyRequest) =>
  isForm(request) ? rememberedLanguage(request) : acceptedLanguage(request);

/** Declares an act for both. */
export function formOrCall<
  Result,
  Body extends z.ZodType = z.ZodUndefined,
  Answer extends z.ZodType = typeof emptyResponse,
>({ path, body, act, next, response, answer }: Act<Body, Result, Answer>) {
  const schema: FastifySchema = {
    ...(body && { body }),
    response: { 200: response ?? emptyResponse },
  };
  return {
    register(scope: FastifyInstance) {
      scope.post(path, { schema }, async (request, reply) => {
        const language = languageOf(request);
        const exchange = { request, reply, language };
        const result = await act(exchange, request.body as z.output<Body>);
        if (!isForm(request)) return answer?.(result) ?? {};
        const to = typeof next === 'string' ? next : next(exchange, result);
        return to instanceof Instead
          ? to.send(exchange)
          : reply.redirect(`/${language}/${to}`, 303);
      });
    },
  };
}

export async function registerActs(
  server: FastifyInstance,
  acts: readonly { register(scope: FastifyInstance): void }[],
): Promise<void> {
  const plugin: FastifyPluginAsync = async (scope) => {
    await scope.register(formbody);
    for (const act of acts) act.register(scope);
  };
  await server.register(plugin);
}
