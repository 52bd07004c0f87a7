// Keeps what pops up inside the window: moved sideways when it would hang out, above its opener when
// there is more room than below.

const edgePx = 8;

type Box = { left: number; right: number; top: number; bottom: number };
type Space = { width: number; height: number };

/** How far to move sideways, and whether to stand above. Pure. */
export function placeInside(popup: Box, opener: Box, space: Space) {
  const overRight = Math.max(0, popup.right - (space.width - edgePx));
  const shift = Math.max(-overRight, edgePx - popup.left);
  const height = popup.bottom - popup.top;
  const below = space.height - opener.bottom;
  const above = below < height + edgePx && opener.top > below;
  return { shiftPx: shift > 0 || overRight > 0 ? shift : 0, above };
}

/** `popup` hangs below `opener` in the same positioned parent. */
export function keepInside(popup: HTMLElement, opener: HTMLElement): void {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const { shiftPx, above } = placeInside(
    popup.getBoundingClientRect(),
    opener.getBoundingClientRect(),
    { width, height },
  );
  popup.style.translate = `${shiftPx}px`;
  if (above) Object.assign(popup.style, { top: 'auto', bottom: '100%' });
}
