// The place of the code: its shape while it is on its way, the code itself, and what covers it when there is
// nothing to scan. Its size is the same in every state.
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { lazy, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import type { DiiaState } from './diia-state.ts';
import { loadCodePlate } from './load-code-plate.ts';

const CodePlate = lazy(async () => ({ default: (await loadCodePlate()).CodePlate }));

type CodeCardProps = {
  state: DiiaState;
  /** On a telephone the code itself opens Diia. */
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
      {paused ? (
        <Cover
          action="qr.paused.action"
          onRenew={onRenew}
          text="qr.paused.text"
          title="qr.paused.title"
        />
      ) : null}
      {!paused && !shown && state.told === 'link' ? (
        <Cover action="retry" onRenew={onRenew} text="errors.link.text" title="errors.link.title" />
      ) : null}
    </div>
  );
}

type DrawnProps = { deepLink: string | undefined; veiled: boolean; children: ReactNode };

function Drawn({ deepLink, veiled, children }: DrawnProps) {
  const { t } = useTranslation(['diia', 'common']);
  if (deepLink !== undefined)
    return (
      <a
        aria-label={`${t('diia:qr.open-app')} ${t('common:links.new-tab')}`}
        className="block rounded-control"
        href={deepLink}
        rel="noopener noreferrer"
        target="_blank"
      >
        {children}
      </a>
    );
  return (
    <div aria-hidden={veiled || undefined} className={veiled ? 'opacity-30 blur-md' : ''}>
      {children}
    </div>
  );
}

type CoverProps = {
  title: 'qr.paused.title' | 'errors.link.title';
  text: 'qr.paused.text' | 'errors.link.text';
  action: 'qr.paused.action' | 'retry';
  onRenew: () => void;
};

function Cover({ title, text, action, onRenew }: CoverProps) {
  const { t } = useTranslation('diia');
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 rounded-card bg-surface/85 p-6 text-center">
      <p className="font-semibold text-lg">{t(title)}</p>
      <p className="max-w-[34ch] text-text-2">{t(text)}</p>
      <Button
        className="mt-2"
        icon={<RefreshCw aria-hidden="true" size={18} />}
        look="primary"
        onClick={onRenew}
      >
        {t(action)}
      </Button>
    </div>
  );
}
