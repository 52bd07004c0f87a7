// How things stand, in one line, and below it what went wrong: the same words a toast has said.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/alert.tsx';
import { showToast } from '../ui/toast.ts';
import type { DiiaState } from './diia-state.ts';

function lineOf({ view, shown, failures }: DiiaState) {
  if (view === 'paused') return undefined;
  if (failures.check > 0 || failures.link > 0) return 'status.retrying';
  return shown ? 'status.waiting' : 'status.preparing';
}

export function StatusLine({ state }: { state: DiiaState }) {
  const { t } = useTranslation(['diia', 'common']);
  const { told } = state;
  const line = lineOf(state);
  // seen where the code would be (code-card.tsx), and only heard here
  const seenAbove = told === 'link' && !state.shown;

  useEffect(() => {
    if (!told) return;
    showToast({
      kind: 'error',
      title: t(`diia:errors.${told}.title`),
      description: t(`diia:errors.${told}.text`),
    });
  }, [told, t]);

  return (
    <div className="mt-3 print:hidden">
      <p className="flex min-h-6 items-center gap-2.5 text-text-2" role="status">
        {line ? (
          <>
            <span aria-hidden="true" className="breathe size-2.5 rounded-full bg-brand" />
            {t(`diia:${line}`)}
          </>
        ) : null}
      </p>
      <div className={seenAbove ? 'sr-only' : ''} role="alert">
        {told ? (
          <Alert
            className="mt-3"
            kind="error"
            prefix={t('common:error-prefix')}
            title={t(`diia:errors.${told}.title`)}
          >
            <p>{t(`diia:errors.${told}.text`)}</p>
            {navigator.cookieEnabled ? null : <p>{t('diia:errors.cookies')}</p>}
          </Alert>
        ) : null}
      </div>
    </div>
  );
}
