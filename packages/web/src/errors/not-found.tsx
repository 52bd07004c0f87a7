// The page for an unknown path. The server has already sent the status 404.
import { useTranslation } from '../i18n/use-translation.ts';
import { buttonClass } from '../ui/button.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { ClosedGate } from '../ui/pictures/closed-gate.tsx';

export function Screen() {
  const { t } = useTranslation('errors');
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <PageHeading lead={t('not-found.description')}>{t('not-found.title')}</PageHeading>
      <a className={`${buttonClass('primary')} mt-7`} href="/">
        {t('not-found.return')}
      </a>
    </Column>
  );
}
