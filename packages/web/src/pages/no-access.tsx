// Signed in, but without the right to the application: says so, and tells the application on the way back.
import { Trans, useTranslation } from 'react-i18next';
import { buttonClass } from '../ui/button.tsx';
import { ClosedGate } from '../ui/closed-gate.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { answer } from './answer-state.ts';
import { AppsLink } from './apps-link.tsx';
import { AskLink } from './ask-link.tsx';

export function Screen() {
  const { t } = useTranslation('answers');
  const lead = (
    <Trans
      components={{ ask: <AskLink /> }}
      i18nKey="no-access.text"
      ns="answers"
      t={t}
      values={{ app: answer.message, whom: '' }}
    />
  );
  return (
    <Column>
      <ClosedGate className="mb-6" />
      <PageHeading lead={lead}>{t('no-access.title')}</PageHeading>
      <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-3">
        <a className={buttonClass('primary')} href={answer.wayOn}>
          {t('no-access.action')}
        </a>
        <AppsLink />
      </div>
    </Column>
  );
}
