// The page after a secondary address has been confirmed, perhaps in a browser without a session.

import { accountSectionPath } from '@brama/contract/pages/account/sections';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { buttonClass } from '../ui/button.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

export function Screen() {
  const { t } = useTranslation('recovery');
  const account = `/${useLanguage()}/${accountSectionPath('sign-in-methods')}`;
  return (
    <Column short>
      <PageHeading lead={t('secondary-email-confirmed.text')}>
        {t('secondary-email-confirmed.title')}
      </PageHeading>
      <div className="mt-7">
        <a className={buttonClass('primary')} href={account}>
          {t('secondary-email-confirmed.action')}
        </a>
      </div>
    </Column>
  );
}
