// The status in one line, and below it the failure, which a toast shows once. The lack of any code is shown in its
// place (code-cover.tsx).

import { Alert } from '@brama/ui/alert.tsx';
import { useEffect } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { showToast } from '../../ui/toast/toast.ts';
import type { DiiaState } from './state/diia-state.ts';

function lineOf({ view, shown, lack, failures }: DiiaState) {
  if (view === 'paused') return undefined;
  if (lack === 'again') return 'status.preparing';
  if (failures.check > 0 || failures.link > 0) return 'status.retrying';
  return shown ? 'status.waiting' : 'status.preparing';
}

export function StatusLine({ state, className }: { state: DiiaState; className: string }) {
  const { t } = useTranslation(['diia', 'common']);
  const { told, shown } = state;
  const line = lineOf(state);
  const saidHere = told === 'link' && !shown ? undefined : told;

  useEffect(() => {
    if (!told) return;
    const title = t(`diia:errors.${told}.title`);
    // at the top, where it does not cover the status line
    showToast({ kind: 'error', title, position: 'top-center' }, 'diia');
  }, [told, t]);

  return (
    <div className={`print:hidden ${className}`}>
      <p className="flex min-h-6 items-center gap-2.5 text-text-2" role="status">
        {line ? (
          <>
            <span
              aria-hidden="true"
              className="breathe size-2.5 rounded-full bg-brand forced-colors:bg-[CanvasText]"
            />
            {t(`diia:${line}`)}
          </>
        ) : null}
      </p>
      <div role="alert">
        {saidHere ? (
          <Alert
            className="mt-3"
            kind="error"
            prefix={t('common:error-prefix')}
            title={t(`diia:errors.${saidHere}.title`)}
          >
            <p>{t(`diia:errors.${saidHere}.text`)}</p>
          </Alert>
        ) : null}
      </div>
    </div>
  );
}
