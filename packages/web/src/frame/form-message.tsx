// The error message of a form that the server rendered. Screen readers do not announce text that exists from the start,
// so focus moves to it.

import { Alert } from '@brama/ui/alert.tsx';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';

export function FormMessage({ message, title }: { message: string; title: string }) {
  const { t } = useTranslation('common');
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    said.current?.focus();
  }, []);
  if (message === '') return null;
  return (
    <div role="alert">
      <Alert className="mb-6" kind="error" prefix={t('error-prefix')} ref={said} title={title}>
        <p>{message}</p>
      </Alert>
    </div>
  );
}
