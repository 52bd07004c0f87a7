// Shows why no passkey was added. The live region exists before its text, so that screen readers announce it.

import { ErrorText } from '../../frame/errors/error-text.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Alert } from '../../ui/alert.tsx';
import { PasskeyNotCreated } from './passkey-not-created.ts';

export function AddError({ error }: { error: unknown }) {
  const { t } = useTranslation(['profile', 'common']);
  const reason = error instanceof PasskeyNotCreated ? error.reason : undefined;
  const isMistake = reason !== 'cancelled';
  return (
    <div className="mb-4 empty:hidden" role="alert">
      {error ? (
        <Alert
          kind={isMistake ? 'error' : 'info'}
          prefix={isMistake ? t('common:error-prefix') : undefined}
          title={t('profile:passkey.not-added')}
        >
          {reason ? <p>{t(`profile:passkey.${reason}`)}</p> : <ErrorText error={error} />}
        </Alert>
      ) : null}
    </div>
  );
}
