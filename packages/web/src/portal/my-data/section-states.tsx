// What a section of “My data” shows while it loads and after it failed to load.

import { Alert } from '@brama/ui/alert.tsx';
import { Button } from '@brama/ui/button.tsx';
import { Skeleton } from '@brama/ui/loading/skeleton.tsx';
import { ErrorText } from '../../frame/errors/error-text.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

export function Loading() {
  const { t } = useTranslation('common');
  return (
    <>
      <p className="sr-only" role="status">
        {t('states.loading')}
      </p>
      <Skeleton className="mb-4 h-6 w-3/5 rounded-chip" />
      <Skeleton className="h-11 w-44 rounded-control" />
    </>
  );
}

type NotLoadedProps = { error: unknown; title: string; onRetry: () => void };

export function NotLoaded({ error, title, onRetry }: NotLoadedProps) {
  const { t } = useTranslation('common');
  return (
    <>
      <div className="mb-4" role="alert">
        <Alert kind="error" prefix={t('error-prefix')} title={title}>
          <ErrorText error={error} />
        </Alert>
      </div>
      <Button look="secondary" onClick={onRetry}>
        {t('actions.retry')}
      </Button>
    </>
  );
}
