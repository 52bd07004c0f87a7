// `/kpi-id-signin.js`: draws the buttons of the page it is included in, as soon as they are there.

import { draw } from './draw.ts';
import { originInPage } from './kpi-id.ts';

const selector = '#kpi_id_signin,[data-kpi-id-signin]';

/** Of the script itself, wherever it stands. */
function originOfScript(): string | undefined {
  const { currentScript } = document;
  const script =
    currentScript instanceof HTMLScriptElement && currentScript.src !== ''
      ? currentScript
      : document.querySelector<HTMLScriptElement>('script[src*="/kpi-id-signin."]');
  return script ? new URL(script.src).origin : undefined;
}

const origin = originOfScript();

function init() {
  if (origin === undefined) {
    console.error('[KPI ID] include kpi-id-signin.js by <script src="…">');
    return;
  }
  for (const element of document.querySelectorAll<HTMLElement>(selector)) {
    try {
      draw(element, origin);
    } catch (error) {
      // such as an element that can have no shadow: the others are drawn all the same
      console.error('[KPI ID] cannot draw into', element, error);
    }
  }
}

const first = originInPage();
// included twice, the first one goes on
if (first === undefined) {
  // no assignment: a page may have made the name its own for good, and its buttons are drawn all the same
  Reflect.set(window, 'KPIID', { init, origin });
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', init);
  else init();
} else if (first === origin) window.KPIID?.init();
else console.error(`[KPI ID] this page has the button of ${first}; that of ${origin} is not drawn`);
