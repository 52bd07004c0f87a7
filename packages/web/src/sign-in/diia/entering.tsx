// Covers the page after the confirmation until the session exists.
import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Spinner } from '../../ui/loading/spinner.tsx';

export function Entering() {
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
