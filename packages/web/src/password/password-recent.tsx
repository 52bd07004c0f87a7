// Shown when a user chooses a first password too long after signing in, or any password without the second factor. Leads to what is
// missing, and back.

import { signInAgainHref } from '../browser/address.ts';
import { usePageProps } from '../browser/page-props.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { buttonClass } from '../ui/button.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { SignedInColumn } from './signed-in-column.tsx';

export function Screen() {
  const { t } = useTranslation('password');
  const href = signInAgainHref(useLanguage(), 'password');
  const { missing } = usePageProps('password-recent');
  const words = missing === 'second-factor' ? 'password-confirm' : 'password-recent';
  return (
    <SignedInColumn short>
      <PageHeading lead={t(`${words}.text`)}>{t(`${words}.title`)}</PageHeading>
      <a className={`${buttonClass('primary')} mt-7`} href={href}>
        {t(`${words}.action`)}
      </a>
    </SignedInColumn>
  );
}
