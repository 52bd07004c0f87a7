// The element that contains all toasts. While a modal dialog is open, everything outside it is inert, so the toasts
// move into the dialog and back when it closes.

const host = document.createElement('div');

/** Moves the element to where toasts are visible and reachable now. */
export function placeToastHost(): HTMLElement {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const place = dialog ?? document.body;
  if (host.parentElement !== place) place.append(host);
  dialog?.addEventListener('close', () => placeToastHost(), { once: true });
  return host;
}
