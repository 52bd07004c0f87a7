// Loads the public script once and asks it to redraw after each change. It draws into an existing element, so React
// inserts nothing.
import { useEffect, useState } from 'react';
import { trustedAddress } from '../trusted-address.ts';

export type ScriptStatus = 'loading' | 'ready' | 'failed';

const path = '/kpi-id-signin.js';

let loading: Promise<void> | undefined;

function load(): Promise<void> {
  loading ??= new Promise<void>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = trustedAddress(path) as string;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      // the next visit of the page tries again
      loading = undefined;
      script.remove();
      reject(new Error(`cannot load ${path}`));
    });
    document.head.append(script);
  });
  return loading;
}

/** Redraws when `said`, any text form of the options, changes. */
export function useButtonScript(said: string): ScriptStatus {
  const [status, setStatus] = useState<ScriptStatus>('loading');

  useEffect(() => {
    load().then(
      () => setStatus('ready'),
      () => setStatus('failed'),
    );
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: redrawn whenever its text changes
  useEffect(() => {
    if (status === 'ready') window.KPIID?.init();
  }, [status, said]);

  return status;
}
