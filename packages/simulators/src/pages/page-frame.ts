// The layout of the simulators' pages: styles, choices and the Content-Security-Policy. The pages contain no script.

import { escapeHtml, type Language } from './html.ts';

/** `formTargets`: origins besides this one to which a form may redirect, because browsers check redirects too. */
export function contentSecurityPolicy(...formTargets: string[]): string {
  return `default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action ${["'self'", ...formTargets].join(' ')}; base-uri 'none'; frame-ancestors 'none'`;
}

const style = `
:root{color-scheme:light dark;--ink:#1d2733;--paper:#eef1f5;--card:#fff;--line:#7a8796;--accent:#2b4a6f;--on-accent:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf1;--paper:#10161d;--card:#1a232d;--line:#8291a2;--accent:#a9c8ea;--on-accent:#10161d}}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:26rem;margin:0 auto;padding:2rem 1.25rem}
.kind{margin:0;opacity:.85}h1{margin:.2rem 0 .5rem;font-size:1.6rem;line-height:1.2}h2{font-size:1.05rem;margin:1.75rem 0 .5rem}
.asks{padding:.75rem 1rem;background:var(--card);border-radius:.75rem;overflow-wrap:anywhere}
fieldset{border:0;margin:1.5rem 0 0;padding:0;min-width:0}legend{padding:0;font-weight:600;margin-bottom:.5rem}
.choice{display:flex;gap:.75rem;align-items:center;min-height:3rem;padding:.25rem 1rem;background:var(--card);border:1px solid transparent;border-radius:.75rem;margin-bottom:.4rem;cursor:pointer}
.choice:has(:checked){border-color:var(--line)}.choice span{min-width:0;overflow-wrap:anywhere}.choice small{display:block;opacity:.85;font-size:.875rem}
input{width:1.25rem;height:1.25rem;margin:0;accent-color:var(--accent);flex:none}
button,.button{display:block;width:100%;box-sizing:border-box;min-height:3rem;margin-top:1.25rem;padding:.75rem 1.25rem;border:0;border-radius:.75rem;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
a{color:inherit}ul{padding-left:1.25rem}li{margin:.25rem 0;padding:.25rem 0}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}`;

export type Frame = {
  language: Language;
  /** The name of the simulator. */
  kind: string;
  title: string;
  content: string;
  /** A link to the same page in the other language, if the page can be requested again. */
  other?: { href: string; words: string } | undefined;
};

export function frame({ language, kind, title, content, other }: Frame): string {
  const lang = language === 'uk' ? 'en' : 'uk';
  const switchLink = other
    ? `<p><a href="${escapeHtml(other.href)}" lang="${lang}" hreflang="${lang}">${other.words}</a></p>`
    : '';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)} — ${kind}</title><link rel="icon" href="data:,"><style>${style}</style></head><body><main><p class="kind">${kind}</p><h1>${escapeHtml(title)}</h1>${content}${switchLink}</main></body></html>`;
}

type Choice = { name: string; value: string; label: string; about?: string; checked: boolean };

/** Renders a radio button. Its label has the attribute `data-NAME=VALUE`, for tests. */
export function choice({ name, value, label, about, checked }: Choice): string {
  const small = about === undefined ? '' : `<small>${escapeHtml(about)}</small>`;
  const escaped = escapeHtml(value);
  return `<label class="choice" data-${name}="${escaped}"><input type="radio" name="${name}" value="${escaped}"${checked ? ' checked' : ''}><span>${escapeHtml(label)}${small}</span></label>`;
}
