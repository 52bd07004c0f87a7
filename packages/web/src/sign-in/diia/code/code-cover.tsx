// Covers the place of the code while there is nothing to scan, with the reason and a button that retries. Its live
// regions always exist, so that their texts are announced.

import { Button } from '@brama/ui/button.tsx';
import { Spinner } from '@brama/ui/loading/spinner.tsx';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DiiaState, Lack } from '../state/diia-state.ts';

export type CoverKind = 'paused' | Lack;

export function coverOf({ view, shown, lack }: DiiaState): CoverKind | undefined {
  if (view === 'paused') return 'paused';
  return view === 'code' && !shown ? lack : undefined;
}

const words = {
  paused: { title: 'qr.paused.title', text: 'qr.paused.text' },
  late: { title: 'qr.late.title', text: 'qr.late.text' },
  failed: { title: 'errors.link.title', text: 'errors.link.text' },
} as const;

function Words({ kind }: { kind: keyof typeof words }) {
  const { t } = useTranslation(['diia', 'common']);
  return (
    <>
      <p className="font-semibold text-lg">
        {kind === 'failed' ? <span className="sr-only">{t('common:error-prefix')} </span> : null}
        {t(`diia:${words[kind].title}`)}
      </p>
      <p className="mt-2 max-w-[34ch] text-text-2">{t(`diia:${words[kind].text}`)}</p>
    </>
  );
}

type CodeCoverProps = { kind: CoverKind | undefined; onRenew: () => void };

export function CodeCover({ kind, onRenew }: CodeCoverProps) {
  const { t } = useTranslation('diia');
  const again = kind === 'again';
  // a paused code stays faintly visible
  const ground = kind === 'paused' ? 'bg-surface/85' : 'bg-surface';
  const look = kind
    ? `absolute inset-0 grid place-content-center justify-items-center rounded-card p-4 text-center sm:p-6 ${ground}`
    : 'contents';
  return (
    <div className={look}>
      <div role="alert">{kind === 'failed' ? <Words kind={kind} /> : null}</div>
      <div role="status">{kind === 'late' || kind === 'paused' ? <Words kind={kind} /> : null}</div>
      {kind ? (
        <Button
          className="mt-4"
          data-renew=""
          icon={again ? <Spinner size={18} /> : <RefreshCw aria-hidden="true" size={18} />}
          look="primary"
          // the same button stays in the tree, so that it keeps focus
          onClick={again ? undefined : onRenew}
        >
          {t(kind === 'paused' ? 'qr.paused.action' : 'retry')}
        </Button>
      ) : null}
    </div>
  );
}
