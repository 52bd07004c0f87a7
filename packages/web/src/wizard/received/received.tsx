// The page to which the sandbox returns. It shows what the server of an application would receive, to this user only.
// Without a valid ticket it says so and leads back to the wizard.

import { Alert } from '@brama/ui/alert.tsx';
import { Button, buttonClass } from '@brama/ui/button.tsx';
import { Spinner } from '@brama/ui/loading/spinner.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { ReactNode } from 'react';
import { ErrorText } from '../../frame/errors/error-text.tsx';
import { ScriptFailure } from '../../frame/errors/script-failure.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { HandIn } from '../integration/hand-in.tsx';
import { ManualCard } from '../integration/manual-card.tsx';
import { ReceivedFields } from './received-fields.tsx';
import { ReceivedSteps } from './received-steps.tsx';
import { type Received, useReceived } from './use-received.ts';

const column = 'grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-5';

function BackToWizard({ look, children }: { look: 'primary' | 'secondary'; children: ReactNode }) {
  return (
    <a className={`${buttonClass(look)} mt-5`} href={`/${useLanguage()}/button-wizard`}>
      {children}
    </a>
  );
}

function Asking() {
  const { t } = useTranslation('received');
  return (
    <ScriptFailure>
      <p className="with-script mt-6 flex items-center gap-3 text-text-2">
        <span className="late text-brand">
          <Spinner size={24} />
        </span>
        {t('asking')}
      </p>
    </ScriptFailure>
  );
}

function Nothing() {
  const { t } = useTranslation('received');
  return (
    <div className="max-w-prose">
      <Alert className="mt-6" kind="info" title={t('nothing.title')}>
        <p>{t('nothing.text')}</p>
      </Alert>
      <BackToWizard look="primary">{t('nothing.action')}</BackToWizard>
    </div>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['received', 'common']);
  return (
    <div className="max-w-prose">
      <Alert
        className="mt-6 mb-5"
        kind="error"
        prefix={t('common:error-prefix')}
        title={t('received:failed')}
      >
        <ErrorText error={error} />
      </Alert>
      <Button icon={<RefreshCw aria-hidden="true" size={18} />} look="primary" onClick={onRetry}>
        {t('common:actions.retry')}
      </Button>
    </div>
  );
}

function Next() {
  const { t } = useTranslation('received');
  return (
    <p>
      <BackToWizard look="secondary">{t('next.back')}</BackToWizard>
    </p>
  );
}

function Answered({ answer, state }: Extract<Received, { kind: 'answered' }>) {
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5 lg:grid-cols-[minmax(0,11fr)_minmax(0,9fr)]">
      <div className={column}>
        <ReceivedSteps answer={answer} state={state} />
      </div>
      <div className={column}>
        <ReceivedFields answer={answer} />
        <HandIn />
        <ManualCard />
        <Next />
      </div>
    </div>
  );
}

export function Screen() {
  const { t } = useTranslation('received');
  const { received, askAgain } = useReceived();
  const isAnswered = received.kind === 'answered';
  const lead = isAnswered || received.kind === 'asking' ? t('lead') : undefined;
  return (
    <div className="mx-auto max-w-page">
      <PageHead lead={lead}>{t('page-title')}</PageHead>
      <noscript>
        <p className="mt-4 max-w-prose">{t('without-script')}</p>
        <BackToWizard look="secondary">{t('nothing.action')}</BackToWizard>
      </noscript>
      <div aria-busy={received.kind === 'asking'} role="status">
        {received.kind === 'asking' && <Asking />}
        {isAnswered && (
          <p className="mt-4 font-semibold wrap-anywhere">
            {t('signed-in', { name: received.name })}
          </p>
        )}
        {received.kind === 'nothing' && <Nothing />}
        {received.kind === 'failed' && <Failed error={received.error} onRetry={askAgain} />}
      </div>
      {isAnswered && <Answered {...received} />}
    </div>
  );
}
