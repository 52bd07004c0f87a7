// The page that passes values to an application in a form, which a script submits at once. It loads no other file.

import { createHash } from 'node:crypto';
import { escapeHtml } from '@brama/contract/escape-html';
import type { Language } from '@brama/contract/paths';
import type { Translate } from '../../pages/translate.ts';

export type FormPost = {
  /** Title of the application, in the language of the page. */
  title: string;
  action: string;
  fields: readonly (readonly [name: string, value: string])[];
};

const script = 'document.forms[0].submit()';
const style =
  ':root{color-scheme:light dark}body{background:light-dark(#fafaff,#0f1024);color:light-dark(#15163a,#eeeefc);font:1.125rem/1.5 system-ui,sans-serif;margin:0;min-height:100vh;display:grid;place-items:center}main{padding:1.5rem;max-width:32rem}h1{font-size:1.5rem;line-height:1.25;margin:0 0 .5rem}button{font:inherit;font-weight:600;margin-top:1rem;padding:.75rem 1.5rem;border:0;border-radius:.75rem;color:light-dark(#fff,#0f1024);background:light-dark(#3a3fd4,#9aa0ff);cursor:pointer}button:focus-visible{outline:3px solid;outline-offset:3px}';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** No `form-action`: browsers also apply it to redirects, and an application may redirect to any host. */
const policy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  // the empty icon
  'img-src data:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join(';');

/** The headers of the page. */
export const formPostHeaders = {
  'content-security-policy': policy,
  // the application learns our origin, but not the address with the request
  'referrer-policy': 'origin',
};

const inputOf = ([name, value]: readonly [string, string]) =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}"/>`;

export function formPostPage(translate: Translate, language: Language, form: FormPost): string {
  const t = translate(language);
  const title = escapeHtml(t('interaction:hand-over.title', { app: form.title }));
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex"><link rel="icon" href="data:,">',
    `<title>${title}</title><style>${style}</style></head>`,
    `<body><main><h1>${title}</h1><noscript><p>${escapeHtml(t('interaction:hand-over.text'))}</p></noscript>`,
    `<form method="post" action="${escapeHtml(form.action)}">${form.fields.map(inputOf).join('')}`,
    `<button type="submit">${escapeHtml(t('interaction:hand-over.action'))}</button></form></main>`,
    `<script>${script}</script></body></html>`,
  ].join('');
}
