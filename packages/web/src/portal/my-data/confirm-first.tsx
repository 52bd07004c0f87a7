// Explains that an action needs a recent sign-in or the second factor, and leads to it and back to the account page.

import type { MissingConfirmation } from '@brama/contract/sign-in/confirmation';
import { buttonClass } from '@brama/ui/button.tsx';
import { signInAgainHref } from '../../browser/address.ts';
import { RequestFailed } from '../../browser/api.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** Returns whether the server refused an action because the user must confirm it first. */
export function isUnconfirmed(error: unknown): boolean {
  if (!(error instanceof RequestFailed)) return false;
  return error.code === 'session.not-recent' || error.code === 'session.second-factor-missing';
}

/** `signInText` names the action for a user who signed in long ago. */
export function ConfirmFirst({
  missing,
  signInText,
}: {
  missing: MissingConfirmation | null;
  signInText?: string;
}) {
  const { t } = useTranslation('profile');
  const needsFactor = missing === 'second-factor';
  return (
    <>
      <p className="mb-4 text-text-2">
        {needsFactor ? t('confirm.text') : (signInText ?? t('google.not-recent'))}
      </p>
      <a className={buttonClass('secondary')} href={signInAgainHref(useLanguage(), 'account')}>
        {t(needsFactor ? 'confirm.action' : 'google.sign-in-again')}
      </a>
    </>
  );
}
