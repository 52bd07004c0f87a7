// The place of the code: a skeleton, the code, or a cover when there is nothing to scan. Its size never changes.

import { Skeleton } from '@brama/ui/loading/skeleton.tsx';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DiiaState } from '../state/diia-state.ts';
import { CodeCover, coverOf } from './code-cover.tsx';
import { loadCodePlate } from './load-code-plate.ts';

const CodePlate = lazy(async () => ({ default: (await loadCodePlate()).CodePlate }));

type CodeCardProps = {
  state: DiiaState;
  /** On a phone the code itself is a link that opens Diia. */
  opens: boolean;
  onRenew: () => void;
};

export function CodeCard({ state, opens, onRenew }: CodeCardProps) {
  const { shown, view } = state;
  const shape = <Skeleton className="aspect-square w-full rounded-control" />;
  const paused = view === 'paused';
  const plate = shown ? (
    <Suspense fallback={shape}>
      <CodePlate deepLink={shown.deepLink} />
    </Suspense>
  ) : (
    shape
  );
  return (
    <div className="relative rounded-card border border-line bg-[#fff] p-[7px] shadow-card forced-color-adjust-none print:hidden">
      <Drawn deepLink={opens && !paused ? shown?.deepLink : undefined} veiled={paused}>
        {plate}
      </Drawn>
      <CodeCover kind={coverOf(state)} onRenew={onRenew} />
    </div>
  );
}

type DrawnProps = { deepLink: string | undefined; veiled: boolean; children: ReactNode };

/** Receives the focus of the cover that it replaces (use-kept-focus.ts). */
function Drawn({ deepLink, veiled, children }: DrawnProps) {
  const { t } = useTranslation(['diia', 'common']);
  if (deepLink !== undefined)
    return (
      <a
        aria-label={`${t('diia:qr.open-app')} ${t('common:links.new-tab')}`}
        className="block rounded-control"
        data-plate=""
        href={deepLink}
        rel="noopener noreferrer"
        target="_blank"
      >
        {children}
      </a>
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset gathers fields, and there are none
    <div
      aria-hidden={veiled || undefined}
      aria-label={t('diia:qr.plate')}
      className={`rounded-control ${veiled ? 'opacity-30 blur-md' : ''}`}
      data-plate=""
      role="group"
      tabIndex={-1}
    >
      {children}
    </div>
  );
}
