// Shown after a sign-out that some applications could not be notified of. It names them and leads back.

import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { buttonClass } from '../ui/button.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { ClosedGate } from '../ui/pictures/closed-gate.tsx';

export function Screen() {
  const { t } = useTranslation('interaction');
  const { notNotified, href } = usePageProps('signed-out');
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <PageHeading lead={t('signed-out.text', { apps: notNotified })}>
        {t('signed-out.title')}
      </PageHeading>
      <div className="mt-7">
        <a className={buttonClass('primary')} href={href}>
          {t('signed-out.action')}
        </a>
      </div>
    </Column>
  );
}
