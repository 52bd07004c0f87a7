// The request of an application that waited for this sign-in is over: one click begins it again.
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../ui/button.tsx';
import { ClosedGate } from '../ui/closed-gate.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { answer } from './answer-state.ts';
import { AppsLink } from './apps-link.tsx';

export function Screen() {
  const { t } = useTranslation('answers');
  return (
    <Column>
      <ClosedGate className="mb-6" />
      <PageHeading lead={t('request-over.text')}>{t('request-over.title')}</PageHeading>
      <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
        <a className={buttonClass('primary')} href={answer.wayOn}>
          {t('request-over.action')}
        </a>
        <AppsLink />
      </div>
    </Column>
  );
}
