// Shows why no passkey was added, with texts of the namespace `profile`. The live region exists before its text, so that screen
// readers announce it.

import { Alert } from '@brama/ui/alert.tsx';
import { useEffect, useRef } from 'react';
import { isSignedOut } from '../../browser/api.ts';
import { PasskeyNotCreated } from '../../browser/passkeys/passkey-not-created.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ErrorText } from './error-text.tsx';
import { FailureAlert } from './failure-alert.tsx';

export function PasskeyError({ error }: { error: unknown }) {
  const { t } = useTranslation(['profile', 'common']);
  const reason = error instanceof PasskeyNotCreated ? error.reason : undefined;
  const isMistake = reason !== 'cancelled';
  const alert = useRef<HTMLDivElement>(null);
  // the button was disabled meanwhile, and lost the focus
  useEffect(() => {
    if (error) alert.current?.focus();
  }, [error]);
  return (
    <div className="mb-4 empty:hidden" role="alert">
      {error && isSignedOut(error) ? <FailureAlert error={error} title="" /> : null}
      {error && !isSignedOut(error) ? (
        <Alert
          kind={isMistake ? 'error' : 'info'}
          prefix={isMistake ? t('common:error-prefix') : undefined}
          ref={alert}
          title={t('profile:passkey.not-added')}
        >
          {reason ? <p>{t(`profile:passkey.${reason}`)}</p> : <ErrorText error={error} />}
        </Alert>
      ) : null}
    </div>
  );
}
