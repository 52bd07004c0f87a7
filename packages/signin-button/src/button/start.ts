// Draws the buttons of a page when the document is parsed. Adds the global `KPIID.init()`, which draws later buttons.

import { draw } from './draw.ts';
import { originInPage } from './kpi-id.ts';

const selector = '#kpi_id_signin,[data-kpi-id-signin]';

function drawAll(origin: string) {
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    try {
      draw(element, origin);
    } catch (error) {
      // such as an element that can have no shadow: the others are drawn all the same
      console.error('[KPI ID] cannot draw into', element, error);
    }
  }
}

/** `origin`: that of the Brama the script came from; without one every attempt to draw says what is wrong. */
export function start(origin: string | undefined): void {
  const init = () => {
    if (origin !== undefined) drawAll(origin);
    else
      console.error(
        '[KPI ID] include kpi-id-signin.js by <script src="…">, or kpi-id-signin.mjs as a module',
      );
  };
  const first = originInPage();
  // included twice, the first one goes on
  if (first === undefined) {
    // no assignment: a page may have made the name its own for good, and its buttons are drawn all the same
    Reflect.set(window, 'KPIID', { init, origin });
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', init);
    else init();
  } else if (first === origin) window.KPIID?.init();
  else
    console.error(`[KPI ID] this page has the button of ${first}; that of ${origin} is not drawn`);
}
