// Why a form did not do its work, as the page came. The region hides itself where there is nothing to say; what it says
// was there before anybody listened, so the focus goes to it.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/alert.tsx';
import { passwordState } from './password-state.ts';

export function PasswordMessage({ title }: { title: string }) {
  const { t } = useTranslation('common');
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (passwordState.message !== '') said.current?.focus();
  }, []);
  return (
    <div className="has-[p[data-said]:empty]:hidden" role="alert">
      <Alert className="mb-6" kind="error" prefix={t('error-prefix')} ref={said} title={title}>
        <p data-said="">{passwordState.message}</p>
      </Alert>
    </div>
  );
}
