// What a page shows until its data arrives: skeletons, and a text for screen readers and long waits.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDelay } from '../ui/hooks/use-delay.ts';
import { ScriptFailure } from './errors/script-failure.tsx';

const slowMs = 8_000;

export function Loading({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <>
      <h1 className="sr-only">{heading}</h1>
      <Placeholder>{children}</Placeholder>
    </>
  );
}

/**
 * Shows the content before scripts have loaded. If they fail to load, CSS replaces it with an error and shows the
 * heading.
 */
export function Shell({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="mx-auto max-w-page">
      <h1 className="sr-only font-bold text-2xl leading-[1.15] tracking-[-0.02em] in-data-script-failure:not-sr-only">
        {heading}
      </h1>
      <ScriptFailure>
        <Placeholder>{children}</Placeholder>
      </ScriptFailure>
    </div>
  );
}

function Placeholder({ children }: { children: ReactNode }) {
  const { t } = useTranslation('common');
  const slow = useDelay(slowMs);
  return (
    <div aria-busy="true">
      <p className={slow ? 'mx-auto mb-4 max-w-page text-text-2' : 'sr-only'} role="status">
        {t(slow ? 'states.slow' : 'states.loading')}
      </p>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}
