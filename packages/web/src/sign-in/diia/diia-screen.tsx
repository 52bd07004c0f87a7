// Sign-in with Diia: a code to scan, or a link that opens Diia on this phone, until the user has confirmed.

import { Spinner } from '@brama/ui/loading/spinner.tsx';
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CodeView } from './code/code-view.tsx';
import { NextSteps } from './next-steps.tsx';
import { useDiia } from './state/use-diia.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** Covers the page after the confirmation until the session exists. */
function Entering() {
  const { t } = useTranslation('diia');
  const curtain = useRef<HTMLDialogElement>(null);
  // modal: the page below is neither visible nor reachable
  useEffect(() => curtain.current?.showModal(), []);
  return (
    <dialog
      aria-label={t('status.finishing')}
      className="m-0 h-dvh max-h-none w-full max-w-none bg-bg text-ink"
      onCancel={(event) => event.preventDefault()}
      ref={curtain}
    >
      <div className="grid h-full place-content-center justify-items-center gap-5 p-6 text-brand">
        <Spinner size={48} />
        <p className="font-medium text-ink text-md" role="status">
          {t('status.finishing')}
        </p>
      </div>
    </dialog>
  );
}

export function Screen() {
  const { state, renew } = useDiia();
  useKeptFocus();
  const { view } = state;
  if (view === 'not-linked' || view === 'off' || view === 'no-cookies')
    return <NextSteps onRenew={renew} reason={view} />;
  return (
    <>
      <CodeView onRenew={renew} state={state} />
      {view === 'entering' ? <Entering /> : null}
    </>
  );
}
