// The page for a request that the server rejected or could not process: shows the reason, a reference code and a link
// to retry.

import { buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { ClosedGate } from '@brama/ui/pictures/closed-gate.tsx';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { usePageProps } from '../browser/page-props.ts';
import { Reference } from '../frame/errors/reference.tsx';
import { HelpLink } from '../frame/help-link.tsx';
import { BackLink } from '../frame/navigation/back-link.tsx';
import { useTranslation } from '../i18n/use-translation.ts';

export function Screen() {
  const { t } = useTranslation(['errors', 'common']);
  const { message, reference, href } = usePageProps('trouble');
  return (
    <Column short>
      <BackLink />
      <ClosedGate className="mt-2 mb-6" />
      <PageHead lead={message}>{t('errors:trouble.title')}</PageHead>
      <Reference className="mt-3 text-text-2" id={reference} />
      <div className="mt-7 flex flex-wrap items-center gap-x-6 gap-y-4">
        <a className={buttonClass('primary')} href={href}>
          <span className="inline-flex items-center gap-2.5">
            <RefreshCw aria-hidden="true" size={18} />
            {t('common:actions.retry')}
          </span>
        </a>
        <HelpLink>{t('common:footer.help')}</HelpLink>
      </div>
    </Column>
  );
}
