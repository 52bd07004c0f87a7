// Content that waits for scripts, and what takes its place when they do not arrive: an error and a button that loads the
// page again. The style sheet chooses between the two (script-failure.ts).

import { Alert } from '@brama/ui/alert.tsx';
import { Button } from '@brama/ui/button.tsx';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';

export function ScriptFailure({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  return (
    <>
      <div className="awaits-script">{children}</div>
      <div className="script-failure">
        <div className="mt-5 mb-5 max-w-form" role="alert">
          <Alert kind="error" prefix={t('error-prefix')} title={t('not-loaded.title')}>
            <p>{t('not-loaded.text')}</p>
          </Alert>
        </div>
        <Button data-reload="" icon={<RefreshCw aria-hidden="true" size={18} />} look="secondary">
          {t('actions.retry')}
        </Button>
      </div>
    </>
  );
}
