// Shown when rendering fails or a script does not load. The page shows the error message and a reference code. The
// server logs both, so that support can find the error.

import { Button } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { ClosedGate } from '@brama/ui/pictures/closed-gate.tsx';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect, useState } from 'react';
import { messageOf, newReference, reportBrokenPage } from '../browser/report-error.ts';
import { Reference } from '../frame/errors/reference.tsx';
import { HelpLink } from '../frame/help-link.tsx';
import { usePageTitle } from '../frame/navigation/use-page-title.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { showToast } from '../ui/toast/toast.ts';

type ErrorPageProps = {
  error: unknown;
  /** The reference code under which the error has been reported. Defaults to a new one. */
  reference?: string;
};

export function ErrorPage({ error, reference: given }: ErrorPageProps) {
  const { t } = useTranslation('common');
  const [own] = useState(newReference);
  const reference = given ?? own;
  usePageTitle(t('broken.title'), t('error-prefix'));

  useEffect(() => {
    reportBrokenPage(error, reference);
    // the id keeps it one toast, however often this effect runs
    const about = { title: t('broken.toast'), description: messageOf(error) };
    showToast({ kind: 'error', ...about }, `broken-${reference}`);
  }, [error, t, reference]);

  return (
    <Column short>
      <div role="alert">
        <ClosedGate className="mb-6" />
        <PageHead lead={t('broken.description')}>{t('broken.title')}</PageHead>
        <Reference className="mt-3 text-text-2" id={reference} />
        <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-4">
          <Button
            icon={<RefreshCw aria-hidden="true" size={18} />}
            look="primary"
            onClick={() => location.reload()}
          >
            {t('broken.reload')}
          </Button>
          <HelpLink>{t('footer.help')}</HelpLink>
        </div>
        <details className="mt-7 text-text-2">
          <summary className="font-medium">{t('broken.details')}</summary>
          <p className="mt-2 rounded-chip bg-sunken p-3 font-mono text-sm wrap-anywhere">
            {messageOf(error)}
          </p>
        </details>
      </div>
    </Column>
  );
}
