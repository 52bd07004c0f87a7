// The simulator's pages: the screen of the simulated phone, and the home page that lists requests and sets faults.

import { escapeHtml, type Language } from '../pages/html.ts';
import { choice, frame as simulatorFrame } from '../pages/page-frame.ts';
import { type Action, actions } from './actions.ts';
import type { CallbackResult } from './callback.ts';
import { type Holder, holders } from './cast.ts';
import type { Link } from './links.ts';
import { type Fault, faults } from './partner-api.ts';
import { words } from './words.ts';

/** `path`: the address of this page for the other language, if the page can be requested again. */
type Page = { language: Language; title: string; content: string; path?: string };

function frame({ language, title, content, path }: Page): string {
  const { kind, switch: switchWords } = words[language];
  const href = `${path}?lang=${language === 'uk' ? 'en' : 'uk'}`;
  const other = path === undefined ? undefined : { href, words: switchWords };
  return simulatorFrame({ language, kind, title, content, other });
}

const holderChoice = (language: Language) => (holder: Holder, index: number) =>
  choice({
    name: 'holder',
    value: holder.id,
    label: holder.name[language],
    about: holder.about[language],
    checked: index === 0,
  });

/** `path`: the path of this page, to which its form posts. */
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
