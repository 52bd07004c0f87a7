// Brings the script of the button into a page that is made by scripts itself. React has a component: see `react.tsx`.

import { originOf } from './options.ts';

export type { KpiId } from './kpi-id.ts';

/** Scripts by their address: however many buttons there are, each is loaded once. */
const loads = new Map<string, Promise<void>>();

function load(address: string): Promise<void> {
  return new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      // blocked or offline: whoever asks next tries again
      loads.delete(address);
      script.remove();
      reject(new Error(`cannot load ${address}`));
    });
    document.head.append(script);
  });
}

/**
 * Loads the script of `baseUrl` (the address of Brama) once. Resolved when it has really run: it has drawn the buttons
 * of the page, and `window.KPIID.init()` draws those that come later. Rejected where it is blocked or does not answer.
 */
export function loadKpiIdSignin(baseUrl: string): Promise<void> {
  const address = `${originOf(baseUrl)}/v1/kpi-id-signin.js`;
  const loading = loads.get(address) ?? load(address);
  loads.set(address, loading);
  return loading;
}
