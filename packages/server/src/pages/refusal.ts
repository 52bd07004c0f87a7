// Why a form was refused, how its page learns it after a redirect, and the words in which the page says it.

import { type ErrorCode, isErrorCode } from '@brama/contract/errors';
import { waitWords } from '@brama/contract/pages/wait-words';
import type { Language } from '@brama/contract/paths';
import type { PasswordIssue } from '@brama/contract/sign-in/password/method';
import { z } from 'zod';
import type { Exchange } from '../http/exchange.ts';
import type { Translate } from './translate.ts';

type Translation = ReturnType<Translate>;

/** Values of a refused form by their names; never a password or a code of an authenticator. */
export type Kept = Readonly<Record<string, string>>;

/** Why a form was refused, and what the page shows of it. */
export type Refusal = {
  status: number;
  /** Undefined if the form only lacks something. */
  code?: ErrorCode | undefined;
  fields?: Record<string, string> | undefined;
  retryAfterSeconds?: number | undefined;
  kept: Kept;
};

const stored = z.object({
  status: z.number(),
  code: z.custom<ErrorCode>(isErrorCode).optional(),
  fields: z.record(z.string(), z.string()).optional(),
  retryAfterSeconds: z.number().optional(),
  kept: z.record(z.string(), z.string()),
}) satisfies z.ZodType<Refusal>;

/** Leads back to the page of the form, which says why. */
export function leadToRefusal(
  { request, reply }: Exchange,
  { path, query }: { path: string; query: string },
  refusal: Refusal,
) {
  request.server.oneTimeNotice.leave(reply, path, refusal);
  // the wait is before the next form, not before the page
  reply.removeHeader('retry-after').header('cache-control', 'no-store');
  return reply.redirect(path + query, 303);
}

/** Returns why the form that led to this page was refused; undefined if no form did. Sets `Retry-After`. */
export function takeRefusal({ request, reply }: Exchange, path: string): Refusal | undefined {
  const notice = request.server.oneTimeNotice.take(request, reply, path);
  const refusal = stored.safeParse(notice?.content).data;
  if (notice === undefined || refusal?.retryAfterSeconds === undefined) return refusal;
  const retryAfterSeconds = Math.max(1, refusal.retryAfterSeconds - notice.ageSeconds);
  reply.header('retry-after', `${retryAfterSeconds}`);
  return { ...refusal, retryAfterSeconds };
}

/** Returns the words of one page; undefined where the common ones fit. `wait` is the time until the next attempt, in words. */
export type RefusalWords = (refusal: Refusal, t: Translation, wait: string) => string | undefined;

/** Says what is wrong with a new password. */
export const newPasswordWords =
  (leastLength: number): RefusalWords =>
  ({ code, fields }, t) => {
    if (code !== 'password.refused') return undefined;
    const issue = fields?.['newPassword'] as PasswordIssue;
    const least = t('password:characters', { count: leastLength });
    return t(`password:errors.${issue}`, { least });
  };

/** Returns the words of the page, or else those that every page has. Empty for a form that only lacks something. */
export function refusalWords(
  t: Translation,
  language: Language,
  refusal: Refusal,
  ofPage?: RefusalWords,
): string {
  const { code, retryAfterSeconds = 0 } = refusal;
  const wait = waitWords(retryAfterSeconds, language);
  const own = ofPage?.(refusal, t, wait);
  if (own !== undefined) return own;
  if (code === undefined) return '';
  if (code === 'password.wrong') return t('password:wrong');
  if (code === 'sign-in.throttled') return t('password:throttled', { wait });
  return t(`errors:codes.${code}`);
}
