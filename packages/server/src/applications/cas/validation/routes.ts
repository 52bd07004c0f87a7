// Routes by which the servers of applications validate tickets and get proxy tickets. Each answers in the form of its protocol,
// errors of ours included.

import { randomBytes } from 'node:crypto';
import { errorTable } from '@brama/contract/errors';
import type {
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifyRequest,
  RouteShorthandOptions,
} from 'fastify';
import { logError } from '../../../http/replies.ts';
import { signInMethodOf } from '../../../sessions/assurance.ts';
import type { CasDeps } from '../deps.ts';
import type { Refused, Validated } from '../tickets/validate.ts';
import { type CasAnswer, type CasFailure, writeCasAnswer, writePlainAnswer } from './answer-cas.ts';
import { answerProxyRequest } from './answer-proxy.ts';
import { isFlagSet, type Query, readFormat, readPgtUrl, readRequired } from './read-validation.ts';
import { type SamlStatus, writeSamlFailure, writeSamlSuccess } from './saml-response.ts';
import { releasedAttributes, validateRequest } from './validate-request.ts';

type Body = { type: string; body: string };

function send(reply: FastifyReply, { type, body }: Body) {
  return reply.header('cache-control', 'no-store').type(type).send(body);
}

const internalError: CasFailure = {
  code: 'INTERNAL_ERROR',
  description: 'the request could not be processed; try again later',
};

const badRequest = (description: string): CasFailure => ({ code: 'INVALID_REQUEST', description });
const badFormat = badRequest('format must be XML or JSON');

/** Options of a route that answers its errors in this form. */
function options(
  writeError: (request: FastifyRequest, status: number) => Body,
): RouteShorthandOptions {
  return {
    config: { forServers: true, isDataOnly: true },
    // a HEAD request would use the ticket
    exposeHeadRoute: false,
    errorHandler(error, request, reply) {
      const { code } = logError(error, request, reply);
      const { status } = errorTable[code];
      return send(reply.code(status), writeError(request, status));
    },
  };
}

type Failing = (failure: CasFailure) => CasAnswer;
const asFailure: Failing = (failure) => ({ failure });
const asProxyFailure: Failing = (proxyFailure) => ({ proxyFailure });

/** Registers a GET endpoint of CAS 2.0 and 3.0, in XML or JSON. */
function casRoute(
  server: FastifyInstance,
  path: string,
  toAnswer: Failing,
  answer: (request: FastifyRequest, query: Query) => Promise<CasAnswer>,
) {
  const queryOf = (request: FastifyRequest) => request.query as Query;
  const onError = options((request) =>
    writeCasAnswer(toAnswer(internalError), readFormat(queryOf(request)) ?? 'XML'),
  );
  server.get(path, onError, async (request, reply) => {
    const query = queryOf(request);
    const format = readFormat(query);
    if (!format) return send(reply, writeCasAnswer(toAnswer(badFormat), 'XML'));
    return send(reply, writeCasAnswer(await answer(request, query), format));
  });
}

type Endpoint = { accepts: 'ST' | 'both'; hasAttributes: boolean };

async function successOf(
  deps: CasDeps,
  validated: Validated,
  { hasAttributes }: Endpoint,
): Promise<CasAnswer> {
  const { user, pgtIou, proxies } = validated;
  const attributes = hasAttributes ? await releasedAttributes(deps, validated) : undefined;
  return { success: { username: user.username, attributes, pgtIou, proxies } };
}

const failureOf = ({ code, description }: Refused): CasAnswer => ({
  failure: { code, description },
});

function validationRoute(server: FastifyInstance, deps: CasDeps, path: string, endpoint: Endpoint) {
  casRoute(server, path, asFailure, async (request, query) => {
    const given = readRequired(query, ['service', 'ticket'], ['renew', 'pgtUrl']);
    if (!given)
      return {
        failure: badRequest('service and ticket are required, and no parameter may be repeated'),
      };
    const result = await validateRequest(deps, request, {
      ...given,
      renew: isFlagSet(query, 'renew'),
      pgtUrl: readPgtUrl(query),
      accepts: endpoint.accepts,
    });
    return 'reason' in result ? failureOf(result) : successOf(deps, result, endpoint);
  });
}

function proxyRoute(server: FastifyInstance, deps: CasDeps) {
  casRoute(server, '/cas/proxy', asProxyFailure, async (request, query) => {
    const given = readRequired(query, ['pgt', 'targetService']);
    if (!given)
      return {
        proxyFailure: badRequest(
          'pgt and targetService are required, and no parameter may be repeated',
        ),
      };
    return answerProxyRequest(deps, request, given);
  });
}

function plainRoute(server: FastifyInstance, deps: CasDeps) {
  const onError = options(() => writePlainAnswer(undefined));
  server.get('/cas/validate', onError, async (request, reply) => {
    const query = request.query as Query;
    const given = readRequired(query, ['service', 'ticket'], ['renew']);
    if (!given) return send(reply, writePlainAnswer(undefined));
    const renew = isFlagSet(query, 'renew');
    const result = await validateRequest(deps, request, { ...given, renew, accepts: 'ST' });
    return send(reply, writePlainAnswer('reason' in result ? undefined : result.user.username));
  });
}

/** An id that an XML document may have: it does not begin with a digit. */
const newId = () => `_${randomBytes(16).toString('hex')}`;

const statusOf = ({ code }: Refused): SamlStatus =>
  code === 'INVALID_REQUEST' ? 'Requester' : 'RequestDenied';

async function answerSaml(deps: CasDeps, request: FastifyRequest): Promise<string> {
  const query = request.query as Query;
  const { baseUrl: issuer } = deps.settings;
  const message = { now: deps.now(), issuer, responseId: newId() };
  const target = readRequired(query, ['TARGET'], ['renew']);
  // its XML parser is loaded with the first request
  const { readSamlRequest } = await import('./saml-request.ts');
  const asked = readSamlRequest(typeof request.body === 'string' ? request.body : '');
  if (!target || !asked)
    return writeSamlFailure(message, 'Requester', 'TARGET or the request is not valid');
  const about = { ...message, inResponseTo: asked.requestId, recipient: target.TARGET };
  const result = await validateRequest(deps, request, {
    ticket: asked.ticket,
    service: target.TARGET,
    renew: isFlagSet(query, 'renew'),
    accepts: 'ST',
  });
  if ('reason' in result) return writeSamlFailure(about, statusOf(result), result.description);
  return writeSamlSuccess(about, {
    assertionId: newId(),
    recipient: target.TARGET,
    username: result.user.username,
    method: signInMethodOf(result.session),
    attributes: await releasedAttributes(deps, result),
  });
}

const asSaml = (body: string): Body => ({ type: 'text/xml; charset=utf-8', body });

function samlRoute(server: FastifyInstance, deps: CasDeps) {
  const onError = options((_request, status) => {
    const message = { now: deps.now(), issuer: deps.settings.baseUrl, responseId: newId() };
    if (status >= 500)
      return asSaml(writeSamlFailure(message, 'Responder', internalError.description));
    const isTooLarge = status === errorTable['request.too-large'].status;
    const text = isTooLarge ? 'the request is too large' : 'the request is not valid';
    return asSaml(writeSamlFailure(message, 'Requester', text));
  });
  server.post('/cas/samlValidate', onError, async (request, reply) =>
    send(reply, asSaml(await answerSaml(deps, request))),
  );
}

/** Other methods of a path. Without it the route for unknown paths would answer them. */
function refuseMethods(server: FastifyInstance, path: string, allowed: 'GET' | 'POST') {
  server.route({
    method: allowed === 'GET' ? ['HEAD', 'POST'] : ['GET', 'HEAD'],
    url: path,
    exposeHeadRoute: false,
    config: { forServers: true, isDataOnly: true },
    handler: async (_request, reply) => {
      const body = `Use ${allowed}.\n`;
      return send(reply.code(405).header('allow', allowed), {
        type: 'text/plain; charset=utf-8',
        body,
      });
    },
  });
}

const endpoints: Record<string, Endpoint> = {
  '/cas/serviceValidate': { accepts: 'ST', hasAttributes: false },
  '/cas/proxyValidate': { accepts: 'both', hasAttributes: false },
  '/cas/p3/serviceValidate': { accepts: 'ST', hasAttributes: true },
  '/cas/p3/proxyValidate': { accepts: 'both', hasAttributes: true },
};

export const validationRoutes =
  (deps: CasDeps): FastifyPluginAsync =>
  async (scope) => {
    // clients of SAML send several content types
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    for (const [path, endpoint] of Object.entries(endpoints))
      validationRoute(scope, deps, path, endpoint);
    plainRoute(scope, deps);
    proxyRoute(scope, deps);
    samlRoute(scope, deps);
    const getOnly = [...Object.keys(endpoints), '/cas/validate', '/cas/proxy'];
    for (const path of getOnly) refuseMethods(scope, path, 'GET');
    refuseMethods(scope, '/cas/samlValidate', 'POST');
  };
