// The built web application: its pages as templates, its words, its description. Read once at start.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type LoginNotice,
  loginNotices,
  loginPageFile,
  type MethodId,
  pageMarks,
} from '@brama/contract/login-page';
import { type Language, languages } from '@brama/contract/paths';
import { type Site as Description, siteSchema } from '@brama/contract/site';

const forHtml: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text made safe for element content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => forHtml[character] ?? '');
}

/** Text made safe inside a JSON string inside a script element. */
function escapeJsonText(text: string): string {
  return JSON.stringify(text).slice(1, -1).replaceAll('<', '\\u003c');
}

/** What a browser without JavaScript is shown on a page of the full application; HTML, escaped. */
export type PlainParts = { head?: string; body?: string };

function withoutScript(html: string | undefined): string {
  return html ? `<noscript>${html}</noscript>` : '';
}

export type Site = {
  folder: string;
  description: Description;
  /** The login page with its marks filled in. `query` with its leading `?`, as the browser sent it. */
  loginPage(language: Language, notice: LoginNotice, query: string, username: string): string;
  /** The page of the full application. */
  appPage(language: Language, plain: PlainParts): string;
  /** One translation file. */
  words(language: Language, namespace: string): unknown;
};

type Mark = 'query' | 'username' | 'usernameInJson';
type Piece = string | { mark: Mark };

/**
 * A template cut at its marks, once. What users typed is put between the pieces and never searched for
 * marks itself.
 */
function piecesOf(template: string): Piece[] {
  const cut = template.split(new RegExp(`(${pageMarks.query}|${pageMarks.username})`));
  return cut.map((piece, index) => {
    if (piece === pageMarks.query) return { mark: 'query' };
    if (piece !== pageMarks.username) return piece;
    const inAttribute = cut[index - 1]?.endsWith('value="');
    return { mark: inAttribute ? 'username' : 'usernameInJson' };
  });
}

/** @throws an Error with one clear line when the web application has not been built. */
export function loadSite(folder: string, methods: readonly MethodId[]): Site {
  if (!existsSync(join(folder, 'site.json')))
    throw new Error('The web application is not built yet: start with `npm start`.');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const description = siteSchema.parse(JSON.parse(read('site.json')));
  const appTemplate = read('index.html');
  const loginTemplates = new Map<string, Piece[]>();
  const words = new Map<string, unknown>();
  for (const language of languages) {
    for (const notice of loginNotices)
      loginTemplates.set(
        `${language} ${notice}`,
        piecesOf(read(loginPageFile(language, methods, notice))),
      );
    for (const namespace of description.namespaces)
      words.set(
        `${language} ${namespace}`,
        JSON.parse(read(`locales/${language}/${namespace}.json`)),
      );
  }
  return {
    folder,
    description,
    loginPage(language, notice, query, username) {
      const fill: Record<Mark, string> = {
        query: escapeHtml(query),
        username: escapeHtml(username),
        usernameInJson: escapeJsonText(username),
      };
      const pieces = loginTemplates.get(`${language} ${notice}`) ?? [];
      return pieces.map((piece) => (typeof piece === 'string' ? piece : fill[piece.mark])).join('');
    },
    appPage(language, plain) {
      return appTemplate
        .replace('<html lang="uk"', () => `<html lang="${language}"`)
        .replace(pageMarks.noscriptHead, () => withoutScript(plain.head))
        .replace(pageMarks.noscriptBody, () => withoutScript(plain.body));
    },
    words: (language, namespace) => words.get(`${language} ${namespace}`),
  };
}
