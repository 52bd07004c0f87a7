// Opens the sign-in page outside a frame, because Brama cannot be shown in one. A sandboxed frame may block new tabs,
// navigation of the whole window, or both.

const isFramed = () => window.top !== window;

/**
 * Returns whether the page can detect that its frame is sandboxed. With its own origin inside a page of another origin,
 * it cannot.
 */
const isSandboxed = () =>
  window.origin === 'null' || window.frameElement?.hasAttribute('sandbox') === true;

/**
 * Returns the target of a link without `target`. A sandbox often allows new tabs and rarely navigation of the whole
 * window.
 */
export function automaticTarget(): '' | '_top' | '_blank' {
  if (!isFramed()) return '';
  return isSandboxed() ? '_blank' : '_top';
}

/**
 * Opens without `noopener`, which would hide whether the browser allowed it. Brama cuts the connection between the two
 * windows itself (`Cross-Origin-Opener-Policy`).
 */
const openTab = (address: string) => window.open(address, '_blank') !== null;

function openInWholeWindow(address: string): boolean {
  try {
    // the browser throws if the sandbox forbids it (HTML Standard, 7.4.2.2 Navigate)
    if (window.top) window.top.location.href = address;
    return true;
  } catch {
    return false;
  }
}

/** Follows a plain click in a frame in the first way that the sandbox allows. The browser handles all other clicks. */
export function openOutsideFrame(event: MouseEvent, { href, target }: HTMLAnchorElement): void {
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  if (!isFramed() || ctrlKey || metaKey || shiftKey || altKey) return;
  event.preventDefault();
  const isOpened =
    target === '_blank'
      ? openTab(href) || openInWholeWindow(href)
      : openInWholeWindow(href) || openTab(href);
  if (!isOpened)
    console.error(
      '[KPI ID] the sandbox of this frame lets the sign-in open nowhere: add allow-popups and allow-popups-to-escape-sandbox',
    );
}
