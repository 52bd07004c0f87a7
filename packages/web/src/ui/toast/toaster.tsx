// Draws the toasts with sonner, in a React root of its own, so that they survive an error in the page.
// Styles come from a file, never from a <style> element: build/sonner-plugin.ts removes the one that sonner adds.
import 'sonner/dist/styles.css';
import './toaster.css';
import { CircleAlert } from '@brama/ui/icons/circle-alert.ts';
import { CircleCheck } from '@brama/ui/icons/circle-check.ts';
import { Info } from '@brama/ui/icons/info.ts';
import { X } from '@brama/ui/icons/x.ts';
import { Spinner } from '@brama/ui/loading/spinner.tsx';
import { type CSSProperties, useEffect, useRef, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { toast as sonner, Toaster, type ToasterProps } from 'sonner';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ToastAnnouncer } from './toast-announcer.tsx';
import { toastFigures } from './toast-figures.ts';
import { usePauseOnFocus } from './use-pause-on-focus.ts';

export type ToastKind = 'success' | 'error' | 'warning' | 'info' | 'loading';

/** The options of a toast. */
export type Toast = {
  kind: ToastKind;
  title: string;
  description?: string;
  /** In milliseconds; `Infinity` stays until dismissal. A toast of kind `loading` always stays. */
  duration?: number;
  position?: NonNullable<ToasterProps['position']>;
  /** Whether the user may close or swipe it away. Defaults to true. */
  dismissible?: boolean;
  /** A button that takes the action back. The toast then stays longer. */
  undo?: { label: string; onUndo: () => void };
};

const icons = {
  success: <CircleCheck aria-hidden="true" size={20} />,
  error: <CircleAlert aria-hidden="true" size={20} />,
  warning: <CircleAlert aria-hidden="true" size={20} />,
  info: <Info aria-hidden="true" size={20} />,
  loading: <Spinner />,
  close: <X aria-hidden="true" size={20} />,
};

/** Keeps toasts away from rounded corners and system bars. */
function clearOfEdges(distancePx: number) {
  const side = (name: string) => `max(${distancePx}px, env(safe-area-inset-${name}))`;
  return { top: side('top'), right: side('right'), bottom: side('bottom'), left: side('left') };
}
const offset = clearOfEdges(24);
const phoneOffset = clearOfEdges(16);

const phone = matchMedia('(width < 768px)');
function onPhoneChange(listener: () => void): () => void {
  phone.addEventListener('change', listener);
  return () => phone.removeEventListener('change', listener);
}

function Toasts() {
  const { t } = useTranslation('common');
  const isPhone = useSyncExternalStore(onPhoneChange, () => phone.matches);
  const region = useRef<HTMLElement>(null);
  usePauseOnFocus(region);
  // ToastAnnouncer announces instead
  useEffect(() => region.current?.setAttribute('aria-live', 'off'), []);
  return (
    <>
      <ToastAnnouncer />
      <Toaster
        closeButton
        customAriaLabel={t('toasts.region')}
        duration={toastFigures.durationMs}
        gap={toastFigures.gapPx}
        icons={icons}
        mobileOffset={phoneOffset}
        offset={offset}
        // the bottom of a phone screen holds the button that the user is about to press
        position={isPhone ? 'top-center' : 'bottom-right'}
        ref={region}
        style={{ '--width': `${toastFigures.widthPx}px` } as CSSProperties}
        toastOptions={{ closeButtonAriaLabel: t('toasts.close') }}
        visibleToasts={toastFigures.visible}
      />
    </>
  );
}

/**
 * The element that contains all toasts. While a modal dialog is open, everything outside it is inert, so the toasts move into the
 * dialog and back when it closes.
 */
const host = document.createElement('div');

/** Moves the element to where toasts are visible and reachable now. */
function placeToastHost(): HTMLElement {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const place = dialog ?? document.body;
  if (host.parentElement !== place) place.append(host);
  dialog?.addEventListener('close', () => placeToastHost(), { once: true });
  return host;
}

createRoot(placeToastHost()).render(<Toasts />);

export function show({ kind, title, dismissible = true, undo, ...rest }: Toast, id: string): void {
  placeToastHost();
  sonner[kind](title, {
    ...(undo && {
      action: { label: undo.label, onClick: undo.onUndo },
      duration: toastFigures.undoDurationMs,
    }),
    ...rest,
    id,
    dismissible,
    closeButton: dismissible,
  });
}
