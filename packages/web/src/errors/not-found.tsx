// The page for an unknown path. The server has already sent the status 404.

import { buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { ClosedGate } from '@brama/ui/pictures/closed-gate.tsx';
import { useTranslation } from '../i18n/use-translation.ts';

export function Screen() {
  const { t } = useTranslation('errors');
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <PageHead lead={t('not-found.description')}>{t('not-found.title')}</PageHead>
      <a className={`${buttonClass('primary')} mt-7`} href="/">
        {t('not-found.return')}
      </a>
    </Column>
  );
}
