// Why a form was refused, in the words of a page.

import type { ErrorCode } from '@brama/contract/errors';
import { waitWords } from '@brama/contract/pages/wait-words';
import type { Language } from '@brama/contract/paths';
import type { PasswordIssue } from '@brama/contract/sign-in/password/method';
import type { Translate } from './translate.ts';

type Translation = ReturnType<Translate>;

type Reason = {
  code?: ErrorCode;
  fields?: Record<string, string> | undefined;
  retryAfterSeconds?: number | undefined;
};

/** Returns the words for a reason; undefined where the common ones fit. `wait` is the time until the next attempt, in words. */
export type RefusalWords = (reason: Reason, t: Translation, wait: string) => string | undefined;

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
  reason: Reason,
  ofPage?: RefusalWords,
): string {
  const { code, retryAfterSeconds = 0 } = reason;
  const wait = waitWords(retryAfterSeconds, language);
  const own = ofPage?.(reason, t, wait);
  if (own !== undefined) return own;
  if (code === undefined) return '';
  if (code === 'password.wrong') return t('password:wrong');
  if (code === 'sign-in.throttled') return t('password:throttled', { wait });
  return t(`errors:codes.${code}`);
}
