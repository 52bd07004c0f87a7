// Gives the focus a place after an act has removed the control that had it.

const maxFrames = 5;

/**
 * Waits a few frames until the page has changed. If the focus is lost then, moves it to the heading of this section, or to this element
 * if it has no heading. If that is gone too, moves it to the title of the page.
 */
export function keepFocus(near?: HTMLElement | null, frames = maxFrames): void {
  if (frames === 0) return;
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return keepFocus(near, frames - 1);
    const target = near?.isConnected
      ? (near.querySelector('h2') ?? near)
      : document.getElementById('heading');
    target?.setAttribute('tabindex', '-1');
    target?.focus();
  });
}
