// The simulator's pages: the account chooser, the home page, and a page for a choice that was made already or expired.

import { escapeHtml, type Language } from '../pages/html.ts';
import { choice, frame } from '../pages/page-frame.ts';
import { accounts } from './accounts.ts';
import { scenarios } from './scenarios.ts';
import { words } from './words.ts';

type Chooser = {
  /** The path of the page, to which its form posts. */
  path: string;
  /** Host of the application that requests the sign-in. */
  asks: string;
};

export function chooserPage({ path, asks }: Chooser, language: Language): string {
  const say = words[language];
  const people = accounts.map(({ id, name, about, email }, index) =>
    choice({
      name: 'person',
      value: id,
      label: name[language],
      about: `${email} · ${about[language]}`,
      checked: index === 0,
    }),
  );
  const deeds = scenarios.map((value, index) =>
    choice({
      name: 'scenario',
      value,
      label: say.scenarios[value],
      checked: index === 0,
    }),
  );
  const content = `<p>${say.lead}</p><p class="asks">${say.asks} <strong>${escapeHtml(asks)}</strong></p><form method="post" action="${escapeHtml(path)}"><fieldset><legend>${say.who}</legend>${people.join('')}</fieldset><fieldset><legend>${say.whatToDo}</legend>${deeds.join('')}</fieldset><button>${say.go}</button></form>`;
  const href = `${path}?lang=${language === 'uk' ? 'en' : 'uk'}`;
  const other = { href, words: say.switch };
  return frame({ language, kind: say.kind, title: say.title, content, other });
}

/** `over`: the choice was made already, or it has expired. */
export function emptyPage(kind: 'over' | 'home', bramaUrl: string, language: Language): string {
  const say = words[language];
  const lead = kind === 'over' ? say.overLead : say.homeLead;
  const content = `<p>${lead}</p><a class="button" href="${escapeHtml(`${bramaUrl}/${language}/`)}">${say.back}</a>`;
  return frame({ language, kind: say.kind, title: say[kind], content });
}
