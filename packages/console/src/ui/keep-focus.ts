// Gives the focus a place after an act has removed the control that had it.

const maxFrames = 30;

function focusNear(near: HTMLElement | null | undefined): void {
  const target = near?.isConnected
    ? (near.querySelector('h2') ?? near)
    : document.getElementById('heading');
  target?.setAttribute('tabindex', '-1');
  target?.focus();
}

/**
 * Waits at most half a second until the page has changed. If the focus is lost then, moves it to the heading of this section, or to this
 * element if it has no heading. If that is gone too, moves it to the title of the page. Nothing takes the focus behind an open dialog, so it
 * is tried again.
 */
export function keepFocus(near?: HTMLElement | null, frames = maxFrames): void {
  if (frames === 0) return;
  requestAnimationFrame(() => {
    const wasLost = document.activeElement === document.body;
    if (wasLost) focusNear(near);
    if (!wasLost || document.activeElement === document.body) keepFocus(near, frames - 1);
  });
}
