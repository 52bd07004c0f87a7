// The inline script of pages that wait for other scripts. When one of those does not arrive or throws before React is in
// charge, it marks the document; the style sheet then shows `frame/script-failure.tsx` instead of what waits.

export const scriptFailureScript = `{let d=document,s=d.documentElement.dataset;for(let n of['error','unhandledrejection'])addEventListener(n,({target:t})=>{if(!('live'in s)&&(t===window||t.tagName==='SCRIPT'))s.scriptFailure=''},true);d.addEventListener('click',({target:t})=>t.closest('[data-reload]')&&location.reload())}`;

/** Ends the watch: React is in charge of the page, and shows errors itself. */
export function endScriptWatch(): void {
  const { dataset } = document.documentElement;
  dataset['live'] = '';
  delete dataset['scriptFailure'];
}
