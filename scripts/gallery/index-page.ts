// Generates the HTML page that shows all screenshots, one row for each state. Language and theme are chosen at its top.
// Pure.

import type { Shot } from './camera.ts';
import { languages, themes } from './options.ts';

const styles = `
  :root { color-scheme: light dark; font: 15px/1.4 system-ui, sans-serif }
  body { margin: 0 }
  header { position: sticky; top: 0; z-index: 1; padding: 8px 16px; background: Canvas; border-bottom: 1px solid }
  label { margin-inline-end: 12px }
  section { padding: 16px; border-bottom: 1px solid; scroll-margin-top: 80px }
  h2 { margin: 0 0 8px; font-size: 17px }
  div { display: flex; gap: 16px; align-items: flex-start; overflow-x: auto }
  figure { margin: 0; flex: none }
  img { display: block; max-height: 70vh; max-width: 90vw; border: 1px solid #8888 }
  .bad { color: #c2233c }
  nav { max-height: 20vh; overflow: auto }
  ${[...languages, ...themes].map((one) => `body:has(#${one}:not(:checked)) .${one} { display: none }`).join('\n  ')}`;

function choice(name: string, options: readonly string[]): string {
  return options
    .map(
      (option, at) =>
        `<label><input type="radio" name="${name}" id="${option}"${at === 0 ? ' checked' : ''}> ${option}</label>`,
    )
    .join('');
}

function figure({ file, language, theme, width, sticksOut }: Shot): string {
  const note = sticksOut > 0 ? ` <b class="bad">${sticksOut} px stick out</b>` : '';
  return `<figure class="${language} ${theme}"><figcaption>${width}${note}</figcaption><a href="${file}"><img loading="lazy" src="${file}" alt=""></a></figure>`;
}

function row(state: string, shots: readonly Shot[]): string {
  const own = shots.filter((shot) => shot.state === state);
  return `<section id="${state}"><h2>${state}</h2><div>${own.map(figure).join('')}</div></section>`;
}

export function indexPage(shots: readonly Shot[], notes: readonly string[]): string {
  const names = [...new Set(shots.map(({ state }) => state))];
  const links = names.map((name) => `<a href="#${name}">${name}</a>`).join(' · ');
  const said = notes.map((note) => `<p class="bad">${note.replaceAll('<', '&lt;')}</p>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Brama: every screen and state</title>
<style>${styles}</style>
<header>${choice('language', languages)}${choice('theme', themes)}<nav>${links}</nav></header>
${said}${names.map((name) => row(name, shots)).join('\n')}\n`;
}
