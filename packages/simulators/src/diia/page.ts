// The simulator's pages: the telephone, and the home page that lists requests and sets faults.

import { escapeHtml, type Language } from '../html.ts';
import { type Action, actions } from './actions.ts';
import type { CallbackResult } from './callback.ts';
import { type Holder, holders } from './cast.ts';
import type { Link } from './links.ts';
import { type Fault, faults } from './partner-api.ts';
import { words } from './words.ts';

export const contentSecurityPolicy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const style = `
:root{color-scheme:light dark;--ink:#1d2733;--paper:#eef1f5;--card:#fff;--line:#7a8796;--accent:#2b4a6f;--on-accent:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf1;--paper:#10161d;--card:#1a232d;--line:#8291a2;--accent:#a9c8ea;--on-accent:#10161d}}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:26rem;margin:0 auto;padding:2rem 1.25rem}
.kind{margin:0;opacity:.85}h1{margin:.2rem 0 .5rem;font-size:1.6rem;line-height:1.2}h2{font-size:1.05rem;margin:1.75rem 0 .5rem}
.asks{padding:.75rem 1rem;background:var(--card);border-radius:.75rem;overflow-wrap:anywhere}
fieldset{border:0;margin:1.5rem 0 0;padding:0}legend{padding:0;font-weight:600;margin-bottom:.5rem}
.choice{display:flex;gap:.75rem;align-items:center;min-height:3rem;padding:.25rem 1rem;background:var(--card);border:1px solid transparent;border-radius:.75rem;margin-bottom:.4rem;cursor:pointer}
.choice:has(:checked){border-color:var(--line)}.choice small{display:block;opacity:.85;font-size:.875rem}
input{width:1.25rem;height:1.25rem;margin:0;accent-color:var(--accent);flex:none}
button,.button{display:block;width:100%;box-sizing:border-box;min-height:3rem;margin-top:1.25rem;padding:.75rem 1.25rem;border:0;border-radius:.75rem;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
a{color:inherit}ul{padding-left:1.25rem}li{margin:.25rem 0;padding:.25rem 0}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}`;

/** `path`: where the same page stands in the other language, if it can be had again. */
type Frame = { language: Language; title: string; content: string; path?: string };

function frame({ language, title, content, path }: Frame): string {
  const say = words[language];
  const other = language === 'uk' ? 'en' : 'uk';
  const switchLink =
    path === undefined
      ? ''
      : `<p><a href="${escapeHtml(`${path}?lang=${other}`)}" lang="${other}" hreflang="${other}">${say.switch}</a></p>`;
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)} — ${say.kind}</title><link rel="icon" href="data:,"><style>${style}</style></head><body><main><p class="kind">${say.kind}</p><h1>${escapeHtml(title)}</h1>${content}${switchLink}</main></body></html>`;
}

type Choice = { name: string; value: string; label: string; about?: string; checked: boolean };

function choice({ name, value, label, about, checked }: Choice): string {
  const small = about === undefined ? '' : `<small>${escapeHtml(about)}</small>`;
  return `<label class="choice"><input type="radio" name="${name}" value="${escapeHtml(value)}"${checked ? ' checked' : ''}><span>${escapeHtml(label)}${small}</span></label>`;
}

const holderChoice = (language: Language) => (holder: Holder, index: number) =>
  choice({
    name: 'holder',
    value: holder.id,
    label: holder.name[language],
    about: holder.about[language],
    checked: index === 0,
  });

/** `path` of the page itself, whose form comes back to it. */
export function phonePage(link: Link, path: string, language: Language): string {
  const say = words[language];
  const deeds = actions.map((value: Action, index) =>
    choice({ name: 'action', value, label: say.actions[value], checked: index === 0 }),
  );
  const content = `<p>${say.lead}</p><p class="asks">${say.asks}: <strong>${escapeHtml(link.offerName)}</strong></p><form method="post" action="${escapeHtml(`${path}?lang=${language}`)}"><fieldset><legend>${say.who}</legend>${holders.map(holderChoice(language)).join('')}</fieldset><fieldset><legend>${say.whatToDo}</legend>${deeds.join('')}</fieldset><button>${say.go}</button></form><p><a href="/?lang=${language}">${say.home}</a></p>`;
  return frame({ language, title: say.title, content, path });
}

export type Outcome = { declined: true } | { waitSeconds: number } | { results: CallbackResult[] };

function outcomeText(outcome: Outcome, language: Language): string[] {
  const say = words[language];
  if ('declined' in outcome) return [say.declined];
  if ('waitSeconds' in outcome) return [say.waits(outcome.waitSeconds)];
  return outcome.results.map(({ status, success }) => say.answered(status, success));
}

type Result = { link: Link; path: string; outcome: Outcome; isOpen: boolean };

export function resultPage({ link, path, outcome, isOpen }: Result, language: Language): string {
  const say = words[language];
  const lines = outcomeText(outcome, language).map((line) => `<p>${escapeHtml(line)}</p>`);
  const back = link.returnLink
    ? `<a class="button" href="${escapeHtml(link.returnLink)}">${say.back}</a>`
    : '';
  const again = isOpen
    ? `<p><a href="${escapeHtml(`${path}?lang=${language}`)}">${say.again}</a></p>`
    : '';
  const content = `<div role="status">${lines.join('')}</div>${back}${again}`;
  return frame({ language, title: say.result, content });
}

export function overPage(path: string, language: Language): string {
  const say = words[language];
  const content = `<p>${say.overLead}</p><p><a href="/?lang=${language}">${say.home}</a></p>`;
  return frame({ language, title: say.over, content, path });
}

export type HomeView = { requests: { href: string; at: string }[]; fault: Fault };

export function homePage({ requests, fault }: HomeView, language: Language): string {
  const say = words[language];
  const items = requests.map(
    ({ href, at }) => `<li><a href="${escapeHtml(href)}">${escapeHtml(at)}</a></li>`,
  );
  const list = items.length > 0 ? `<ul>${items.join('')}</ul>` : `<p>${say.noRequests}</p>`;
  const choices = faults.map((value) =>
    choice({ name: 'fault', value, label: say.faults[value], checked: value === fault }),
  );
  const content = `<h2>${say.requests}</h2>${list}<form method="post" action="/?lang=${language}"><fieldset><legend>${say.behaviour}</legend>${choices.join('')}</fieldset><button>${say.set}</button></form>`;
  return frame({ language, title: say.homeTitle, content, path: '/' });
}
