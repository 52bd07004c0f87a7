// Shown when the data of a page could not be loaded: the error, its reference code and a retry button.
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useTranslation } from 'react-i18next';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ErrorText } from './error-text.tsx';

type LoadErrorProps = { heading: string; error: unknown; onRetry: () => void };

export function LoadError({ heading, error, onRetry }: LoadErrorProps) {
  const { t } = useTranslation('common');
  return (
    <div className="mx-auto max-w-page">
      <PageHeading>{heading}</PageHeading>
      <div className="mt-5 mb-5 max-w-form" role="alert">
        <Alert kind="error" prefix={t('error-prefix')} title={t('not-loaded.title')}>
          <ErrorText error={error} />
        </Alert>
      </div>
      <Button icon={<RefreshCw aria-hidden="true" size={18} />} look="secondary" onClick={onRetry}>
        {t('actions.retry')}
      </Button>
    </div>
  );
}
