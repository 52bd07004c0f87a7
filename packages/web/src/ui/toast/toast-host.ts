// The element all toasts live in. While a modal dialog is open, everything outside it is inert and lies
// below it; so the toasts move into the dialog and, when it closes, back into the page.

const host = document.createElement('div');

/** Puts the element where toasts can be seen and reached now. */
export function placeToastHost(): HTMLElement {
  const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
  const place = dialog ?? document.body;
  if (host.parentElement !== place) place.append(host);
  dialog?.addEventListener('close', () => placeToastHost(), { once: true });
  return host;
}
