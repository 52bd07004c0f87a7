// A page that could not be shown: an error while rendering, or a part of the application that did not
// arrive. The raw message stays in the details, for support.
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { Trans, useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { HelpLink } from '../frame/help-link.tsx';
import { usePageTitle } from '../frame/use-page-title.ts';
import { Button } from '../ui/button.tsx';
import { ClosedGate } from '../ui/closed-gate.tsx';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';

function messageOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

export function RouteError() {
  const { t } = useTranslation(['errors', 'common']);
  const error = useRouteError();
  usePageTitle(t('errors:route.title'), t('common:error-prefix'));
  return (
    <Column>
      <div role="alert">
        <ClosedGate className="mb-6" />
        <PageHeading
          lead={
            <Trans
              components={{ help: <HelpLink /> }}
              i18nKey="route.description"
              ns="errors"
              t={t}
            />
          }
        >
          {t('errors:route.title')}
        </PageHeading>
        <Button
          className="mt-7"
          icon={<RefreshCw aria-hidden="true" size={18} />}
          look="primary"
          onClick={() => location.reload()}
        >
          {t('errors:route.reload')}
        </Button>
        <details className="mt-7 text-text-2">
          <summary className="font-medium">{t('errors:route.details')}</summary>
          <p className="mt-2 rounded-chip bg-sunken p-3 font-mono text-sm">{messageOf(error)}</p>
        </details>
      </div>
    </Column>
  );
}
