// Google's response and the one call that sends it to our server. An inline script removes the response from the
// address and makes the call before anything else loads. No later request contains it, and no script runs twice over
// it.
import { paths } from '@brama/contract/paths';

const key = 'googleCallback';

/** Time limit of the call. Google's codes have expired by then. */
const timeoutMs = 60_000;

export type GoogleCallback = {
  /** The `state` of our attempt. Its content is not trusted here. */
  state: string | null;
  /** Our server's response, still pending. Undefined if Google sent no code. */
  response?: Promise<Response>;
};

// a prerendering browser calls only when the user opens the page
export const googleCallbackScript = `{let g=new URLSearchParams(location.search),q=new URLSearchParams,d=document,c=()=>fetch(${JSON.stringify(paths.googleAuth)}+'?'+q,{headers:{accept:'application/json','accept-language':d.documentElement.lang},cache:'no-store',redirect:'error',signal:AbortSignal.timeout(${timeoutMs})});for(let n of['code','state','iss'])g.get(n)&&q.set(n,g.get(n));history.replaceState(null,'',location.pathname);let a=window.${key}={state:q.get('state')};if(q.has('code'))a.response=d.prerendering?new Promise(r=>d.addEventListener('prerenderingchange',r,{once:true})).then(c):c(),a.response.catch(()=>{})}`;

/** Returns undefined if the script could not run. */
export function googleCallback(): GoogleCallback | undefined {
  return (window as { [key]?: GoogleCallback })[key];
}
