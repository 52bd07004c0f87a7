// What Google sent back with the user, and the one call that hands it to our server. A script of one line in
// the page itself (build/head.ts) takes it out of the address and makes the call before anything else is
// loaded: no later request can carry it, no script of ours runs twice over it.
import { paths } from '@brama/contract/paths';

const key = 'googleAnswer';

/** A call that takes longer is given up: Google's codes are dead by then. */
const patienceMs = 60_000;

export type GoogleCallback = {
  /** The `state` of our attempt; what it says is not believed here. */
  state: string | null;
  /** Our server's answer, under way; absent where Google sent no code. */
  response?: Promise<Response>;
};

// a page that the browser draws in advance calls when somebody looks at it, if ever
export const googleCallbackScript = `{let g=new URLSearchParams(location.search),q=new URLSearchParams,d=document,c=()=>fetch(${JSON.stringify(paths.googleAuth)}+'?'+q,{headers:{accept:'application/json','accept-language':d.documentElement.lang},cache:'no-store',redirect:'error',signal:AbortSignal.timeout(${patienceMs})});for(let n of['code','state','iss'])g.get(n)&&q.set(n,g.get(n));history.replaceState(null,'',location.pathname);let a=window.${key}={state:q.get('state')};if(q.has('code'))a.response=d.prerendering?new Promise(r=>d.addEventListener('prerenderingchange',r,{once:true})).then(c):c(),a.response.catch(()=>{})}`;

/** Nothing where the script could not run. */
export function googleCallback(): GoogleCallback | undefined {
  return (window as { [key]?: GoogleCallback })[key];
}
