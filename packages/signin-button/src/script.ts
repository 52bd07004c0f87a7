// `/kpi-id-signin.js`: the button as a classic script. `module.ts` builds the same button as a module.

import { start } from './button/start.ts';

/** Returns the origin from which the script was loaded, wherever its element is in the page. */
function originOfScript(): string | undefined {
  const { currentScript } = document;
  const script =
    currentScript instanceof HTMLScriptElement && currentScript.src !== ''
      ? currentScript
      : document.querySelector<HTMLScriptElement>('script[src*="/kpi-id-signin."]');
  return script ? new URL(script.src).origin : undefined;
}

const origin = originOfScript();
// `currentScript` is null only in a module; the button is still drawn, because existing pages may include it so
if (document.currentScript === null && origin !== undefined)
  console.error(
    '[KPI ID] kpi-id-signin.js is no module: include kpi-id-signin.mjs, or leave type="module" out',
  );
start(origin);
