// The inline script of pages that wait for other scripts. If one of them does not load, or throws before hydration,
// it marks the document. The style sheet then shows `frame/errors/script-failure.tsx` instead of the waiting content.

export const scriptFailureScript = `{let d=document,s=d.documentElement.dataset;for(let n of['error','unhandledrejection'])addEventListener(n,({target:t})=>{if(!('live'in s)&&(t===window||t.tagName==='SCRIPT'))s.scriptFailure=''},true);d.addEventListener('click',({target:t})=>t.closest('[data-reload]')&&location.reload())}`;

/** Ends the detection of script failures: from now on React shows errors. */
export function endScriptWatch(): void {
  const { dataset } = document.documentElement;
  dataset['live'] = '';
  delete dataset['scriptFailure'];
}
