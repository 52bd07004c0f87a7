// Signed out through an application, while others could not be told: says which, before the way leads back.
import { useTranslation } from 'react-i18next';
import { answer } from '../interaction/interaction-state.ts';
import { buttonClass } from '../ui/button.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { ClosedGate } from '../ui/pictures/closed-gate.tsx';

export function Screen() {
  const { t } = useTranslation('answers');
  const { untold, wayOn } = answer;
  return (
    <Column short>
      <ClosedGate className="mb-6" />
      <PageHeading lead={t('signed-out.text', { apps: untold })}>
        {t('signed-out.title')}
      </PageHeading>
      <div className="mt-7">
        <a className={buttonClass('primary')} href={wayOn}>
          {t('signed-out.action')}
        </a>
      </div>
    </Column>
  );
}
