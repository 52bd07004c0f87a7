// The only page of the sample application, in both languages. Every value is escaped.

import type { DemoApplication } from '../applications.ts';
import { escapeHtml, type Language } from '../pages/html.ts';
import type { Ticket } from './brama.ts';
import { refusalWords } from './refusal-words.ts';

const words = {
  uk: {
    sample: 'Приклад сервісу',
    elsewhere: 'Це інший сайт, а не Брама: так входять на сайти університету.',
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
    elsewhere: 'This is another site, not Brama: sites of a university sign users in like this.',
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

/** `state`: the button starts the sign-in. `address`: this site starts it there, and the button is a picture. */
export type SignIn = { state: string } | { address: string };

export type View =
  | { kind: 'anonymous'; signIn: SignIn }
  | { kind: 'open' }
  | { kind: 'refused'; fault: string; signIn: SignIn }
  | { kind: 'waiting'; userCode: string; address: string; qr: string }
  | { kind: 'connected'; claims: Record<string, unknown>; signOutUrl: string }
  | { kind: 'signed-in'; ticket: Ticket; state: string | undefined; signOutUrl: string };

type Site = { application: DemoApplication; bramaUrl: string };

/** Renders the sign-in button of Brama: the script draws it, or it is a picture in a link. */
function signInButton({ application: { id }, bramaUrl }: Site, signIn: SignIn, language: Language) {
  const { signIn: caption } = words[language];
  const brama = escapeHtml(bramaUrl);
  if ('address' in signIn)
    return `<p class="brama"><a href="${escapeHtml(signIn.address)}"><img src="${brama}/button.svg?locale=${language}" alt="${caption}" height="48"></a></p>`;
  const state = escapeHtml(signIn.state);
  const path = language === 'en' ? '/en/' : '/';
  return `<div class="brama" id="kpi_id_signin" data-app-id="${id}" data-locale="${language}" data-state="${state}"><a href="${brama}${path}?appId=${id}&amp;state=${state}">${caption}</a></div>
<script async src="${brama}/kpi-id-signin.js"></script>`;
}

function content(site: Site, view: View, language: Language): string {
  const say = words[language];
  switch (view.kind) {
    case 'open':
      return `<p>${say.open}</p>`;
    case 'anonymous':
      return `<p>${say.anonymous}</p>${signInButton(site, view.signIn, language)}`;
    case 'waiting':
      return `<div class="device"><div class="qr">${view.qr}</div><div><p>${say.scan} <strong>${escapeHtml(view.address)}</strong> ${say.type}</p><p class="code" translate="no">${escapeHtml(view.userCode)}</p></div></div>`;
    case 'refused':
      return `<div role="alert"><h2>${say.refused}</h2><p>${refusalWords(view.fault, language)}</p><p>${say.code} <code translate="no">${escapeHtml(view.fault)}</code></p></div>${signInButton(site, view.signIn, language)}`;
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
:root{color-scheme:light dark;--ink:#1f2a24;--soft:#47564d;--paper:#eef3ea;--card:#fff;--line:#c3d0c6;--accent:#1d6b4f;--on-accent:#fff}
@media(prefers-color-scheme:dark){:root{--ink:#e8f0ea;--soft:#b4c4b9;--paper:#101a15;--card:#18251e;--line:#3d5247;--accent:#7fd4ad;--on-accent:#10201a}}
*{box-sizing:border-box}
body{margin:0;min-height:100dvh;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 Seravek,"Gill Sans Nova",Ubuntu,Calibri,"DejaVu Sans","Noto Sans",sans-serif}
header{background:var(--accent);color:var(--on-accent);padding:.75rem 0}header p{max-width:46rem;margin:0 auto;padding:0 1.25rem;font-size:.9375rem}header strong{margin-right:.5rem}
main{max-width:46rem;margin:0 auto;padding:2.5rem 1.25rem 4rem}
h1,.code{font-family:Charter,"Bitstream Charter","Sitka Text",Cambria,"DejaVu Serif","Noto Serif",serif}
h1{margin:0 0 .25rem;font-size:clamp(2rem,1.5rem + 2.5vw,2.75rem);line-height:1.15;letter-spacing:-.01em}h2{font-size:1.125rem;margin:2rem 0 .5rem}
.about{margin:0 0 2rem;color:var(--soft);font-size:1.125rem}
.card{padding:1.5rem;border:1px solid var(--line);border-radius:.5rem;background:var(--card)}.card>:first-child{margin-top:0}.card>:last-child{margin-bottom:0}
.who{font-size:1.375rem}table{border-collapse:collapse;width:100%;table-layout:fixed}
th,td{text-align:left;vertical-align:top;padding:.5rem .5rem .5rem 0;border-top:1px solid var(--line);overflow-wrap:anywhere}th{font-weight:600;width:40%}
.brama{min-height:48px;margin:1.5rem 0 0;line-height:1.5}.brama a{color:inherit}.brama img{display:block;max-width:100%}
.button{display:inline-block;min-height:3rem;margin-top:1.5rem;padding:.6rem 1.25rem;border:0;border-radius:.5rem;background:var(--accent);color:var(--on-accent);font:inherit;font-weight:600;cursor:pointer}
.device{display:flex;flex-wrap:wrap;gap:2rem;align-items:center}.device>div:last-child{flex:1 1 17rem;min-width:0}.qr{background:#fff;border-radius:.5rem;line-height:0}.code{font-size:clamp(1.5rem,7vw,2.75rem);font-weight:700;letter-spacing:.06em;line-height:1.2;margin:.5rem 0;white-space:nowrap}
:focus-visible{outline:3px solid var(--ink);outline-offset:2px}
@media(forced-colors:active){header{border-bottom:1px solid}}`;

export function page(site: Site, view: View, language: Language): string {
  const { title, description } = site.application;
  const say = words[language];
  const name = escapeHtml(title[language]);
  // the screen has no input, so it loads again once a user has confirmed
  const waiting =
    view.kind === 'waiting'
      ? `<noscript><meta http-equiv="refresh" content="3"></noscript><script defer src="/${site.application.name}/wait.js"></script>`
      : '';
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">${waiting}<title>${name}</title><link rel="icon" href="data:,"><style>${style}</style></head><body><header><p><strong>${say.sample}.</strong>${say.elsewhere}</p></header><main><h1>${name}</h1><p class="about">${escapeHtml(description[language])}</p><div class="card">${content(site, view, language)}</div></main></body></html>`;
}
