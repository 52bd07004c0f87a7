// Leads a browser without JavaScript to Google, where the user chooses the account to link. The document continues by
// itself; the link is for browsers that do not.

import { buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { usePageProps } from '../../browser/page-props.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

export function Screen() {
  const { t } = useTranslation('google-auth');
  const { href } = usePageProps('google-link');
  return (
    <Column short>
      <PageHead lead={t('to-google.text')}>{t('to-google.title')}</PageHead>
      <a className={`${buttonClass('primary')} mt-7`} href={href}>
        {t('to-google.continue')}
      </a>
    </Column>
  );
}
