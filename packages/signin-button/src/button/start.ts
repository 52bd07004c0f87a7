// Draws the buttons of a page when the document is parsed. Adds the global `KPIID.init()`, which draws later buttons.

import { draw } from './draw.ts';
import { originInPage } from './kpi-id.ts';

const selector = '#kpi_id_signin,[data-kpi-id-signin]';

function drawAll(origin: string) {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    try {
      draw(element, origin);
    } catch (error) {
      // for example an element that cannot have a shadow root; the other buttons are still drawn
      console.error('[KPI ID] cannot draw into', element, error);
    }
  }
}

/** `origin`: that of the Brama from which the script came. Without it, every call of `init` prints an error. */
export function start(origin: string | undefined): void {
  const init = () => {
    if (origin !== undefined) drawAll(origin);
    else
      console.error(
        '[KPI ID] include kpi-id-signin.js by <script src="…">, or kpi-id-signin.mjs as a module',
      );
  };
  const first = originInPage();
  // if the script is included twice, the first copy continues
  if (first === undefined) {
    // no assignment, which throws if the page has made the name read-only; the buttons are still drawn
    Reflect.set(window, 'KPIID', { init, origin });
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', init);
    else init();
  } else if (first === origin) window.KPIID?.init();
  else
    console.error(`[KPI ID] this page has the button of ${first}; that of ${origin} is not drawn`);
}
