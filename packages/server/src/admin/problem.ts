// Errors of the administration API as problem details (RFC 9457).

import { STATUS_CODES } from 'node:http';
import { explainReason } from '@brama/contract/admin/field-reasons';
import type { Problem } from '@brama/contract/admin/route';
import { type ErrorCode, errorTable, isErrorCode } from '@brama/contract/errors';
import type { Language } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FieldIssue } from '../errors.ts';
import { logError } from '../http/replies.ts';
import { acceptedLanguage } from '../pages/language/language.ts';
import type { Site } from '../pages/web-build.ts';

type Words = Pick<Site, 'translate'>;

const minuteSeconds = 60;

/** Returns the text of an error code. A client that must wait for some seconds learns for how long. */
function describe(
  { translate }: Words,
  code: ErrorCode,
  language: Language,
  retryAfterSeconds = 0,
): string {
  const t = translate(language);
  if (code === 'request.too-many' && retryAfterSeconds > 0)
    return retryAfterSeconds < 2 * minuteSeconds
      ? t('admin-errors:wait.seconds', { count: retryAfterSeconds })
      : t('admin-errors:wait.minutes', { count: Math.ceil(retryAfterSeconds / minuteSeconds) });
  return isErrorCode(code) ? t(`errors:codes.${code}`) : t(`admin-errors:codes.${code}`);
}

/** Returns a handler that sends errors as problem details. */
export function createProblemHandler(words: Words) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(error, request, reply, words);
}

/** What a program needs, where `Bearer` alone does not say it. */
const challenges: { [Code in ErrorCode]?: string } = {
  'admin.token-invalid': 'Bearer error="invalid_token"',
};

/** Returns the path as a JSON Pointer (RFC 6901 §3). */
const pointerOf = (path: FieldIssue['path']) =>
  path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Returns what is wrong with a field, for programs and for people. */
function fieldError({ path, reason }: FieldIssue, language: Language) {
  const { code, uk } = explainReason(reason);
  return { pointer: pointerOf(path), code, detail: language === 'uk' ? uk : reason };
}

function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply, words: Words) {
  const shown = logError(error, request, reply);
  const { code, fields, issues = [], omittedFields, refusal, retryAfterSeconds } = shown;
  const { status } = errorTable[code];
  const language = acceptedLanguage(request);
  const body: Problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code,
    requestId: request.id,
    detail: describe(words, code, language, retryAfterSeconds),
    ...(fields && {
      fields,
      errors: issues.map((issue) => fieldError(issue, language)),
    }),
    ...(omittedFields !== undefined && { omittedFields }),
    ...refusal,
  };
  // RFC 6750 §3
  if (status === 401) reply.header('www-authenticate', challenges[code] ?? 'Bearer');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}
