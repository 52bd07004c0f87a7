// Shown while the browser opens an application. A manual link appears after a while, without JavaScript at once.

import type { PageProps } from '@brama/contract/pages/page-props';
import { buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { Spinner } from '@brama/ui/loading/spinner.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { useEffect, useState } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';

const manualAfterMs = 3_000;

/** Returns true after the given time. */
function useDelay(milliseconds: number): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return later;
}

export function OpeningApp({ title, href }: NonNullable<PageProps['apps']['opening']>) {
  const { t } = useTranslation('apps');
  const slow = useDelay(manualAfterMs);
  const link = (
    <a className={`${buttonClass('primary')} mt-7 wrap-anywhere`} href={href}>
      <span className="inline-flex items-center gap-2.5">
        {title === undefined ? t('opening.link-back') : t('opening.link', { app: title })}
        <ArrowRight aria-hidden="true" className="shrink-0" size={18} />
      </span>
    </a>
  );

  return (
    <Column>
      <div className="mb-5 text-brand">
        <Spinner size={32} />
      </div>
      <div className="wrap-anywhere" role="status">
        <PageHead lead={t(slow ? 'opening.slow' : 'opening.text')}>
          {title === undefined ? t('opening.title-back') : t('opening.title', { app: title })}
        </PageHead>
      </div>
      {slow ? link : <noscript>{link}</noscript>}
    </Column>
  );
}
