// `/kpi-id-signin.js`: the button as a classic script. `module.ts` builds the same button as a module.

import { start } from './button/start.ts';

/** Returns the origin the script came from, wherever its element stands. */
function originOfScript(): string | undefined {
  const { currentScript } = document;
  const script =
    currentScript instanceof HTMLScriptElement && currentScript.src !== ''
      ? currentScript
      : document.querySelector<HTMLScriptElement>('script[src*="/kpi-id-signin."]');
  return script ? new URL(script.src).origin : undefined;
}

const origin = originOfScript();
// only in a module no script is the current one; a page that did so before goes on with the button drawn
if (document.currentScript === null && origin !== undefined)
  console.error(
    '[KPI ID] kpi-id-signin.js is no module: include kpi-id-signin.mjs, or leave type="module" out',
  );
start(origin);
