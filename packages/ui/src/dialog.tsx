// A modal window based on the native <dialog>: the browser keeps focus inside, closes it on Esc and restores focus. A
// bottom sheet on phones; long contents scroll inside.

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { X } from './icons/x.ts';

type DialogProps = {
  open: boolean;
  title: string;
  closeLabel: string;
  onClose: () => void;
  /** A click beside the window does not close it. */
  holds?: boolean;
  /** The focus begins at the first field or at the text, not at the button that closes. */
  startsInside?: boolean;
  children: ReactNode;
};

export function Dialog(props: DialogProps) {
  const { open, title, closeLabel, onClose, holds = false, startsInside = false, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const contents = useRef<HTMLElement>(null);
  const titleId = useId();

  useEffect(() => {
    if (!open) {
      dialog.current?.close();
      return;
    }
    dialog.current?.showModal();
    if (!startsInside) return;
    const field = contents.current?.querySelector<HTMLElement>('input, select, textarea');
    (field ?? contents.current)?.focus();
  }, [open, startsInside]);

  return (
    <dialog
      aria-labelledby={titleId}
      className="m-auto mb-0 max-h-[min(85dvh,44rem)] w-full max-w-full overflow-hidden rounded-t-panel border border-line bg-surface p-0 text-ink shadow-card open:flex open:flex-col sm:mb-auto sm:w-[calc(100%-2.5rem)] sm:max-w-dialog sm:rounded-panel"
      closedby={holds ? 'closerequest' : 'any'}
      onClose={onClose}
      ref={dialog}
    >
      <header className="flex items-center justify-between gap-4 border-line border-b py-3 ps-5 pe-3 sm:ps-6">
        <h2 className="font-semibold text-lg leading-snug tracking-tight" id={titleId}>
          {title}
        </h2>
        <button
          aria-label={closeLabel}
          className="grid size-11 shrink-0 place-items-center rounded-chip text-text-2 hover:bg-sunken hover:text-ink"
          onClick={() => dialog.current?.close()}
          type="button"
        >
          <X aria-hidden="true" size={22} />
        </button>
      </header>
      <section
        aria-labelledby={titleId}
        className="scroll-shade overflow-y-auto px-5 py-5 sm:px-6"
        ref={contents}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
        tabIndex={0}
      >
        {open ? children : null}
      </section>
    </dialog>
  );
}
