// Why a form did not do its work, as the page came. The region hides itself where there is nothing to say.
import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/alert.tsx';
import { passwordState } from './password-state.ts';

export function PasswordMessage({ title }: { title: string }) {
  const { t } = useTranslation('common');
  return (
    <div className="has-[p[data-said]:empty]:hidden" role="alert">
      <Alert className="mb-6" kind="error" prefix={t('error-prefix')} title={title}>
        <p data-said="">{passwordState.message}</p>
      </Alert>
    </div>
  );
}
