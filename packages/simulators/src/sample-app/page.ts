// The only page of the sample application, in both languages. Every value is escaped.

import type { DemoApplication } from '../applications.ts';
import { escapeHtml, type Language } from '../pages/html.ts';
import type { Ticket } from './brama.ts';
import { refusalWords } from './refusal-words.ts';

const words = {
  uk: {
    sample: 'Приклад сервісу',
    youAre: 'Ви —',
    received: 'Що отримав сервер сервісу',
    signIn: 'Увійти через Браму',
    signOut: 'Вийти із сервісу',
    anonymous: 'Ви ще не ввійшли.',
    signOutEverywhere: 'Вийти всюди',
    refused: 'Ви не ввійшли',
    code: 'Код для розробника:',
    open: 'Цей сервіс не має окремого входу.',
    state: 'Позначка запиту',
    scan: 'Наведіть камеру телефона на QR-код або відкрийте',
    type: 'і введіть код',
  },
  en: {
    sample: 'Sample app',
    youAre: 'You are',
    received: 'What this app’s server received',
    signIn: 'Sign in with Brama',
    signOut: 'Sign out of this app',
    anonymous: 'You have not signed in yet.',
    signOutEverywhere: 'Sign out everywhere',
    refused: 'You are not signed in',
    code: 'Code for the developer:',
    open: 'This app has no separate sign-in.',
    state: 'State of the request',
    scan: 'Point your phone’s camera at the QR code, or open',
    type: 'and enter the code',
  },
};

function rows(ticket: Ticket, state: string | undefined, language: Language): string {
  const { data, ...rest } = ticket;
  const shown = { ...rest, id: `${ticket.id.slice(0, 6)}…`, ...data };
  const all = [
    ...Object.entries(shown),
    ...(state === undefined ? [] : [[words[language].state, state] as const]),
  ];
  return all.map(([name, value]) => row(name, value)).join('');
}

/** On narrow screens a long name such as `isFromNewLogin` breaks between its words. */
const breakable = (name: string) => escapeHtml(name).replaceAll(/(?<=[a-z])(?=[A-Z])/g, '<wbr>');

function row(name: string, value: string): string {
  return `<tr><th scope="row">${breakable(name)}</th><td>${escapeHtml(value)}</td></tr>`;
}

function claimRows(claims: Record<string, unknown>): string {
  return Object.entries(claims)
    .map(([name, value]) => row(name, Array.isArray(value) ? value.join(', ') : `${value}`))
    .join('');
}

export type View =
  | { kind: 'anonymous'; signInUrl: string }
  | { kind: 'open' }
  | { kind: 'refused'; fault: string; signInUrl: string }
  | { kind: 'waiting'; userCode: string; address: string; qr: string }
  | { kind: 'connected'; claims: Record<string, unknown>; signOutUrl: string }
  | { kind: 'signed-in'; ticket: Ticket; state: string | undefined; signOutUrl: string };

function content(view: View, language: Language): string {
  const say = words[language];
  switch (view.kind) {
    case 'open':
      return `<p>${say.open}</p>`;
    case 'anonymous':
      return `<p>${say.anonymous}</p><p><a class="button" href="${escapeHtml(view.signInUrl)}">${say.signIn}</a></p>`;
    case 'waiting':
      return `<div class="device"><div class="qr">${view.qr}</div><div><p>${say.scan} <strong>${escapeHtml(view.address)}</strong> ${say.type}</p><p class="code" translate="no">${escapeHtml(view.userCode)}</p></div></div>`;
    case 'refused':
      return `<div role="alert"><h2>${say.refused}</h2><p>${refusalWords(view.fault, language)}</p><p>${say.code} <code translate="no">${escapeHtml(view.fault)}</code></p></div><p><a class="button" href="${escapeHtml(view.signInUrl)}">${say.signIn}</a></p>`;
    case 'connected':
      return `<p class="who">${say.youAre} <strong>${escapeHtml(`${view.claims['name'] ?? ''}`)}</strong></p>
<h2>${say.received}</h2><table>${claimRows(view.claims)}</table>
<form method="post" action="${escapeHtml(view.signOutUrl)}"><button class="button">${say.signOutEverywhere}</button></form>`;
    case 'signed-in':
      return `<p class="who">${say.youAre} <strong>${escapeHtml(view.ticket.data['NAME'] ?? '')}</strong></p>
<h2>${say.received}</h2><table>${rows(view.ticket, view.state, language)}</table>
<form method="post" action="${escapeHtml(view.signOutUrl)}"><button class="button">${say.signOut}</button></form>`;
  }
}

const style = `
:root{color-scheme:light dark;--ink:#23302b;--paper:#f4f7f2;--line:#b9c8be;--accent:#1d6b4f;--on-accent:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e7efe9;--paper:#14201b;--line:#3d5247;--accent:#7fd4ad;--on-accent:#10201a}}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main{max-width:44rem;margin:0 auto;padding:2.5rem 1.25rem}
.kind{color:inherit;opacity:.8;margin:0}h1{margin:.2rem 0 1.5rem;font-size:1.9rem;line-height:1.2}h2{font-size:1.1rem;margin-top:2rem}
.who{font-size:1.35rem}table{border-collapse:collapse;width:100%;table-layout:fixed}
th,td{text-align:left;vertical-align:top;padding:.5rem .5rem .5rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}th{font-weight:600;width:40%}
.button{display:inline-block;margin-top:1.5rem;padding:.75rem 1.25rem;border:0;border-radius:.6rem;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;text-decoration:none;cursor:pointer}
.device{display:flex;flex-wrap:wrap;gap:2rem;align-items:center}.device>div:last-child{flex:1 1 16rem}.qr{background:#fff;border-radius:.6rem;line-height:0}.code{font-size:2.5rem;font-weight:700;letter-spacing:.12em;margin:.5rem 0;white-space:nowrap}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}`;

export function page(application: DemoApplication, view: View, language: Language): string {
  const title = escapeHtml(application.title[language]);
  // the screen has no input, so it reloads until a user has confirmed
  const refresh = view.kind === 'waiting' ? '<meta http-equiv="refresh" content="3">' : '';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${refresh}<title>${title}</title><link rel="icon" href="data:,"><style>${style}</style></head><body><main><p class="kind">${words[language].sample}</p><h1>${title}</h1>${content(view, language)}</main></body></html>`;
}
