// The built web application: its pages as templates, its words, its description. Read once at start, when
// all that is the same for every request is put in its places.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Instance } from '@brama/contract/instance';
import { addressPieces } from '@brama/contract/pages/address-pieces';
import {
  answerPages,
  googleAuthPage,
  instanceJsonMark,
  instanceMarks,
  loginPageFile,
  notFoundPage,
  originMark,
  passwordPages,
  requestMarks,
  screenPageFile,
  troublePage,
  userChangedPage,
} from '@brama/contract/pages/built-pages';
import { type LoginNotice, loginNotices, type MethodId } from '@brama/contract/pages/login-page';
import { type Site as Description, siteSchema } from '@brama/contract/pages/web-build';
import { type Language, languages } from '@brama/contract/paths';
import { escapeHtml, escapeJsonText, foreignHtml } from './escape.ts';

/** What a browser without JavaScript is shown on a page for signed-in users; HTML, escaped. */
export type PlainParts = { head?: string; body?: string };

/** What differs from request to request; text, escaped where it is put. */
export type Filling = Partial<Record<TextMark, string>>;

export type Site = {
  folder: string;
  description: Description;
  instance: Record<Language, Instance>;
  /** The sign-in methods that are on. */
  methods: readonly MethodId[];
  /** The sign-in page, with some of these methods. */
  loginPage(
    language: Language,
    notice: LoginNotice,
    filling: Filling,
    methods?: readonly MethodId[],
  ): string;
  /** A screen by its path, the not-found page or the trouble page. */
  screenPage(language: Language, path: string, filling: Filling, plain?: PlainParts): string;
  /** One translation file. */
  words(language: Language, namespace: string): unknown;
};

type TextMark = Exclude<keyof typeof requestMarks, 'noscriptHead' | 'noscriptBody'>;
type Piece = string | { mark: keyof typeof requestMarks; inJson: boolean };

const marks = Object.entries(requestMarks) as [keyof typeof requestMarks, string][];
const anyMark = new RegExp(`(${marks.map(([, mark]) => RegExp.escape(mark)).join('|')})`);

/** Addresses shown in elements, never in attributes: the page lets them go on in a new line (ui/address.tsx). */
const addressMarks: ReadonlySet<keyof typeof requestMarks> = new Set([
  'askText',
  'consentHost',
  'site',
  'receivedBefore',
  'receivedDiffers',
  'receivedAfter',
  'nearestBefore',
  'nearestDiffers',
  'nearestAfter',
  'otherRegistered',
]);

/** Values in elements, which may be in another language than the page (frame/foreign-text.tsx). */
const foreignMarks: ReadonlySet<keyof typeof requestMarks> = new Set(['giveProfile', 'giveGroups']);

function addressHtml(address: string): string {
  return addressPieces(address).map(escapeHtml).join('<wbr>');
}

function htmlOf(mark: TextMark, text: string, language: Language): string {
  if (foreignMarks.has(mark)) return foreignHtml(text, language);
  return addressMarks.has(mark) ? addressHtml(text) : escapeHtml(text);
}

/**
 * A template cut at its marks, once. What users typed is put between the pieces and never searched for
 * marks itself.
 */
function piecesOf(template: string): Piece[] {
  const cut = template.split(anyMark);
  return cut.map((piece, index) => {
    const found = marks.find(([, mark]) => mark === piece);
    if (!found) return piece;
    return { mark: found[0], inJson: cut[index - 1]?.endsWith('":"') ?? false };
  });
}

function fill(
  pieces: readonly Piece[],
  language: Language,
  filling: Filling,
  plain: PlainParts = {},
): string {
  const withoutScript = (html: string | undefined) => (html ? `<noscript>${html}</noscript>` : '');
  const filled = pieces.map((piece) => {
    if (typeof piece === 'string') return piece;
    if (piece.mark === 'noscriptHead') return withoutScript(plain.head);
    if (piece.mark === 'noscriptBody') return withoutScript(plain.body);
    const text = filling[piece.mark] ?? '';
    return piece.inJson ? escapeJsonText(text) : htmlOf(piece.mark, text, language);
  });
  return filled.join('');
}

/** Puts every value in the places of its mark; both have the same shape. */
function fillValues(html: string, place: unknown, value: unknown): string {
  if (typeof place === 'string') return html.replaceAll(place, () => escapeHtml(`${value}`));
  const values = value as Record<string, unknown>;
  return Object.entries(place as object).reduce(
    (filled, [key, inner]) => fillValues(filled, inner, values[key]),
    html,
  );
}

function fillInstance(html: string, instance: Instance, origin: string): string {
  const json = JSON.stringify(instance).replaceAll('<', '\\u003c');
  const withAddresses = html
    .replaceAll(instanceMarks.host, () => addressHtml(instance.host))
    .replaceAll(instanceMarks.contact.text, () => addressHtml(instance.contact.text));
  return fillValues(withAddresses, instanceMarks, instance)
    .replaceAll(originMark, () => escapeHtml(origin))
    .replaceAll(instanceJsonMark, () => json);
}

export type SiteOptions = {
  methods: readonly MethodId[];
  /** The public address of this instance. */
  origin: string;
  instance: Record<Language, Instance>;
};

/** @throws an Error with one clear line when the web application has not been built. */
export function loadSite(folder: string, { methods, origin, instance }: SiteOptions): Site {
  if (!existsSync(join(folder, 'site.json')))
    throw new Error('The web application is not built yet: start with `npm start`.');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const description = siteSchema.parse(JSON.parse(read('site.json')));
  const templates = new Map<string, readonly Piece[]>();
  const words = new Map<string, unknown>();
  function load(language: Language, file: string): readonly Piece[] {
    const pieces = piecesOf(fillInstance(read(file), instance[language], origin));
    templates.set(file, pieces);
    return pieces;
  }
  for (const language of languages) {
    for (const notice of loginNotices) load(language, loginPageFile(language, methods, notice));
    const screens = description.screens.map(({ path }) => path);
    const single = [googleAuthPage, notFoundPage, troublePage, userChangedPage];
    const others = [...answerPages, ...passwordPages, ...single];
    for (const path of [...screens, ...others]) load(language, screenPageFile(language, path));
    for (const namespace of description.namespaces)
      words.set(
        `${language} ${namespace}`,
        JSON.parse(read(`locales/${language}/${namespace}.json`)),
      );
  }
  return {
    folder,
    description,
    instance,
    methods,
    loginPage(language, notice, filling, shown = methods) {
      const file = loginPageFile(language, shown, notice);
      // with fewer methods than there are it is rarely asked for, and read when it is
      return fill(templates.get(file) ?? load(language, file), language, filling);
    },
    screenPage: (language, path, filling, plain) =>
      fill(templates.get(screenPageFile(language, path)) ?? [], language, filling, plain),
    words: (language, namespace) => words.get(`${language} ${namespace}`),
  };
}
