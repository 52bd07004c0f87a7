// Asks who is signed in while the scripts of the application are still on their way: a script of one line
// in its pages (build/head.ts) starts the call, the user query takes its answer. The same request as
// api.ts makes.
import { paths } from '@brama/contract/paths';

const key = 'earlyUser';

/** An answer that takes longer is not waited for. */
export const userPatienceMs = 15_000;

export const prefetchUserScript = `window.${key}=fetch(${JSON.stringify(paths.user)},{headers:{accept:'application/json','accept-language':document.documentElement.lang},cache:'no-store',redirect:'error',signal:AbortSignal.timeout(${userPatienceMs})});window.${key}.catch(()=>{})`;

/** The call that is under way, once; later ones are made anew. */
export function takeEarlyUser(): Promise<Response> | undefined {
  const holder = window as { [key]?: Promise<Response> };
  const early = holder[key];
  delete holder[key];
  return early;
}
