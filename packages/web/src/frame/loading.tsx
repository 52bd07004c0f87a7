// What stands on a page until its data are there: the shapes of what will come, and a word for those
// who hear the page or wait too long.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLater } from '../ui/use-later.ts';

const slowMs = 8_000;

export function Loading({ heading, children }: { heading: string; children: ReactNode }) {
  const { t } = useTranslation('common');
  const slow = useLater(slowMs);
  return (
    <div aria-busy="true">
      <h1 className="sr-only">{heading}</h1>
      <p className={slow ? 'mx-auto mb-4 max-w-page text-text-2' : 'sr-only'} role="status">
        {t(slow ? 'states.slow' : 'states.loading')}
      </p>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}
