// One attempt to sign in, in plain words.
import { findText, wordsOf } from '../i18n/words.ts';

type Refusal = { step: string; method: string | null; reason: string | null };

/** Returns why an attempt was refused. A reason that a newer server has added stands in brackets. */
export function reasonText({ step, reason }: Refusal): string {
  const t = wordsOf('sign-in-problems');
  const known =
    findText('sign-in-problems', `reasons.${step}.${reason}`) ??
    findText('sign-in-problems', `reasons.any.${reason}`);
  return known ?? t('attempts.unknown-reason', { reason: reason ?? '' });
}

/** Returns how the user tried. */
export function methodText({ step, method }: Refusal): string {
  const t = wordsOf('sign-in-problems');
  if (step === 'second-factor') return t('attempts.second-factor');
  return (method && findText('sign-in-problems', `methods.${method}`)) || (method ?? '');
}
