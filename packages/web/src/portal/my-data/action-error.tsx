// Shows why a requested action failed. The live region exists before its text, so that screen readers announce it.

import { Alert } from '@brama/ui/alert.tsx';
import { useEffect, useRef } from 'react';
import { ErrorText } from '../../frame/errors/error-text.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

export function ActionError({ error, title }: { error: unknown; title: string }) {
  const { t } = useTranslation('common');
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) place.current?.scrollIntoView({ block: 'nearest' });
  }, [error]);
  return (
    <div className="mb-4 empty:hidden" ref={place} role="alert">
      {error ? (
        <Alert kind="error" prefix={t('error-prefix')} title={title}>
          <ErrorText error={error} />
        </Alert>
      ) : null}
    </div>
  );
}
