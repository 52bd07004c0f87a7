// What a section of “My data” shows while it loads and after it failed to load.

import { Button } from '@brama/ui/button.tsx';
import { Skeleton } from '@brama/ui/loading/skeleton.tsx';
import { FailureAlert } from '../../frame/errors/failure-alert.tsx';
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
        <FailureAlert error={error} title={title} />
      </div>
      <Button look="secondary" onClick={onRetry}>
        {t('actions.retry')}
      </Button>
    </>
  );
}
