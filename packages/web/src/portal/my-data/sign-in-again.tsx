// Explains that an action needs a recent sign-in, and leads to the sign-in page and back to the account page.
import { signInAgainHref } from '../../browser/address.ts';
import { RequestFailed } from '../../browser/api.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { buttonClass } from '../../ui/button.tsx';

export function isNotRecent(error: unknown): boolean {
  return error instanceof RequestFailed && error.code === 'session.not-recent';
}

/** `text` names the action. */
export function SignInAgain({ text }: { text?: string }) {
  const { t } = useTranslation('profile');
  return (
    <>
      <p className="mb-4 text-text-2">{text ?? t('google.not-recent')}</p>
      <a className={buttonClass('secondary')} href={signInAgainHref(useLanguage(), 'account')}>
        {t('google.sign-in-again')}
      </a>
    </>
  );
}
