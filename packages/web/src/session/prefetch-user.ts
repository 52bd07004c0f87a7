// Requests the signed-in user while the application's scripts still load. An inline script starts the request; the
// user query takes its response. The request equals that of browser/api.ts.
import { paths } from '@brama/contract/paths';

const key = 'prefetchUser';

/** Time limit of the request. */
export const userTimeoutMs = 15_000;

export const prefetchUserScript = `window.${key}=fetch(${JSON.stringify(paths.user)},{headers:{accept:'application/json','accept-language':document.documentElement.lang},cache:'no-store',redirect:'error',signal:AbortSignal.timeout(${userTimeoutMs})});window.${key}.catch(()=>{})`;

/** Returns the started request once, then undefined. */
export function takePrefetchedUser(): Promise<Response> | undefined {
  const holder = window as { [key]?: Promise<Response> };
  const early = holder[key];
  delete holder[key];
  return early;
}
