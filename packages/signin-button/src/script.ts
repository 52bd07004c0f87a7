// `/kpi-id-signin.js`: draws the buttons of the page it is included in, as soon as they are there.

import { draw } from './draw.ts';
import type { KpiId } from './kpi-id.ts';

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

// included twice, the first one goes on
const kpiId: KpiId = { init };
window.KPIID ??= kpiId;
const begin = () => window.KPIID?.init();
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
else begin();
