// Shown when a user chooses a first password too long after signing in. Leads to the sign-in page and back.

import { signInAgainHref } from '../browser/address.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { buttonClass } from '../ui/button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { SignedInColumn } from './signed-in-column.tsx';

export function Screen() {
  const { t } = useTranslation('password');
  const href = signInAgainHref(useLanguage(), 'password');
  return (
    <SignedInColumn short>
      <PageHeading lead={t('password-recent.text')}>{t('password-recent.title')}</PageHeading>
      <a className={`${buttonClass('primary')} mt-7`} href={href}>
        {t('password-recent.action')}
      </a>
    </SignedInColumn>
  );
}
