// Loads the script of the button into a page that is built by scripts. React has its own component in `react.tsx`. A
// page can use the script of one Brama only, because all share one global variable.

import { originInPage } from './button/kpi-id.ts';
import { originOf } from './options.ts';

export type { KpiId } from './button/kpi-id.ts';

type Rules = { createScriptURL(text: string): string };
/** Trusted Types are not in the DOM types of every TypeScript version. */
type Factory = { createPolicy(name: string, rules: Rules): Rules };

let wanted: { origin: string; loading: Promise<void> } | undefined;
let policy: Rules | undefined;

const addressAt = (origin: string) => `${origin}/v1/kpi-id-signin.js`;

/** Returns the address in the form that Trusted Types accept. The policy allows no other address. */
function trusted(address: string): string {
  const { trustedTypes } = window as { trustedTypes?: Factory };
  try {
    // a browser allows only one policy of a name
    policy ??= trustedTypes?.createPolicy('kpi-id-signin', {
      createScriptURL: () => addressAt(wanted?.origin ?? ''),
    });
  } catch {
    // the page does not allow our policy; its default policy may still accept the address
  }
  return policy?.createScriptURL(address) ?? address;
}

/**
 * Returns whether a script element of the page has already run. If it is still loading, waits for it or for the page to
 * load.
 */
function included(origin: string): Promise<boolean> {
  const isThere = () => originInPage() === origin;
  const script = [...document.scripts].find(({ src }) =>
    src.startsWith(`${origin}/`) ? src.includes('/kpi-id-signin.') : false,
  );
  if (isThere() || !script || document.readyState === 'complete') return Promise.resolve(isThere());
  return new Promise((resolve) => {
    const say = () => resolve(isThere());
    for (const name of ['load', 'error']) script.addEventListener(name, say);
    window.addEventListener('load', say);
  });
}

function insert(origin: string): Promise<void> {
  const address = addressAt(origin);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = trusted(address);
    script.async = true;
    const fail = () => {
      script.remove();
      reject(new Error(`cannot load ${address}`));
    };
    // the loaded file may be something else, for example the page of a proxy
    script.addEventListener('load', () => (originInPage() === origin ? resolve() : fail()));
    script.addEventListener('error', fail);
    document.head.append(script);
  });
}

async function load(origin: string): Promise<void> {
  try {
    if (!(await included(origin))) await insert(origin);
  } catch (error) {
    // blocked or offline: the next call tries again
    wanted = undefined;
    throw error;
  }
}

const refused = new Set<string>();

function refuse(origin: string, first: string): Promise<never> {
  const reason = `[KPI ID] this page has the button of ${first}; that of ${origin} stays a link`;
  if (!refused.has(origin)) console.error(reason);
  refused.add(origin);
  return Promise.reject(new Error(reason));
}

/**
 * Loads the script of `baseUrl` (the address of Brama) once. Resolves after the script has run and drawn the buttons of
 * the page; `window.KPIID.init()` draws later ones. Rejects if the script is blocked or does not load, and for a second
 * Brama in one page.
 */
export function loadKpiIdSignin(baseUrl: string): Promise<void> {
  const origin = originOf(baseUrl);
  const first = originInPage() ?? wanted?.origin;
  if (first !== undefined && first !== origin) return refuse(origin, first);
  wanted ??= { origin, loading: load(origin) };
  return wanted.loading;
}
