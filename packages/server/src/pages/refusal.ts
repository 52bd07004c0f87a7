// Why a form was refused, and the words in which a page says it.

import type { ErrorCode } from '@brama/contract/errors';
import { waitWords } from '@brama/contract/pages/wait-words';
import type { Language } from '@brama/contract/paths';
import type { PasswordIssue } from '@brama/contract/sign-in/password/method';
import type { Translate } from './translate.ts';

type Translation = ReturnType<Translate>;

/** Values of a refused form by their names; never a password or a code of an authenticator. */
export type Kept = Readonly<Record<string, string>>;

/** Why a form was refused, and what the page shows of it. */
export type Refusal = {
  status: number;
  /** Undefined if the form only lacks something. */
  code?: ErrorCode;
  fields?: Record<string, string> | undefined;
  retryAfterSeconds?: number | undefined;
  kept: Kept;
};

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
