// The application takes people only by ways to sign in that are off here: nobody can help that by signing in,
// so the page says whom to tell, and the way on tells the application.
import { Trans, useTranslation } from 'react-i18next';
import { buttonClass } from '../ui/button.tsx';
import { ClosedGate } from '../ui/closed-gate.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { answer } from './answer-state.ts';
import { AskLink } from './ask-link.tsx';

export function Screen() {
  const { t } = useTranslation('answers');
  const lead = (
    <Trans
      components={{ ask: <AskLink /> }}
      i18nKey="no-method.text"
      ns="answers"
      t={t}
      values={{ app: answer.message, whom: '' }}
    />
  );
  return (
    <Column>
      <ClosedGate className="mb-6" />
      <PageHeading lead={lead}>{t('no-method.title')}</PageHeading>
      <div className="mt-7">
        <a className={buttonClass('primary')} href={answer.wayOn}>
          {t('no-method.action')}
        </a>
      </div>
    </Column>
  );
}
