// Checks of a page as it stands. Each returns its findings as texts, so that a walk through many pages collects them.

/// <reference lib="dom" />

import type { Page } from '@playwright/test';
import type { Language } from './brama.ts';

/** Latin words of Ukrainian pages: names of products and files, and labels on keyboards. */
const latinWords = new Set(
  'AA Alt Android Brama CAS CSP CSS Caps Chrome Connect Firefox Google HTML ID IP JavaScript KPI Linux Lock Markdown OpenID PDF QR React SRI SVG Safari StrictMode Trusted TypeScript Types UTC WCAG Windows XXXX cookie iPhone iframe passkey px'.split(
    ' ',
  ),
);

/** Addresses on the web, of mailboxes and in a network. */
const addresses =
  /(?:https?:\/\/|mailto:)\S+|\S+@\S+|\blocalhost\b\S*|\b[\w-]+(?:\.[\w-]+)*\.example\b\S*/g;

/** A key, such as `account.title` or `login:form.submit`, which i18next shows where a text is missing. */
const rawKey = /(?<![\w./-])[a-z][a-z-]*(?:[:.][a-z][a-z-]*)+(?![\w/-])/g;

/** Checks that there is one h1, before all other headings, and that no level is left out. */
export async function headingsOf(page: Page): Promise<string[]> {
  const headings = await page.evaluate(() =>
    [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
      .filter((one) => one.checkVisibility())
      .map(({ tagName, textContent }) => ({ level: Number(tagName.slice(1)), textContent })),
  );
  const levels = headings.map(({ level }) => level);
  const findings = headings
    .filter(({ level }, at) => at > 0 && level > (levels[at - 1] ?? 0) + 1)
    .map(({ level, textContent }) => `a level before “${textContent}” (h${level}) is left out`);
  const hasOneTitle = levels.indexOf(1) === 0 && levels.lastIndexOf(1) === 0;
  return hasOneTitle ? findings : [...findings, `the levels of headings are ${levels}`];
}

/** Checks the language of the page, and the links in its footer. */
export async function frameOf(page: Page, language: Language): Promise<string[]> {
  const { lang, linked } = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    linked: [...document.querySelectorAll('footer a')].map((link) => link.getAttribute('href')),
  }));
  const missing = ['privacy-policy', 'terms-of-use', 'faq'].filter(
    (path) => !linked.some((href) => href?.split('?')[0] === `/${language}/${path}`),
  );
  const findings = missing.map((path) => `the footer has no link to ${path}`);
  return lang === language ? findings : [...findings, `the page is in “${lang}”`];
}

/** Checks that the page does not scroll sideways. */
export async function overflowOf(page: Page): Promise<string[]> {
  const pixels = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  return pixels > 0 ? [`${pixels} px stick out to the side`] : [];
}

/** Returns the texts in the language of the page, with those of attributes. Code has no language. */
function ownTextsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const own = document.documentElement.lang;
    const isOwn = (element: Element) =>
      element.closest('[lang]')?.getAttribute('lang') === own &&
      element.closest('script, style, noscript, code, pre, [translate=no]') === null;
    // long addresses are pieces, between which they may break
    const textOf = (element: Element) =>
      [...element.childNodes]
        .map((node) => (node.nodeType === Node.TEXT_NODE ? node.nodeValue : ''))
        .join(element.querySelector(':scope > wbr') ? '' : ' ');
    const elements = [...document.querySelectorAll('title, body, body *')].filter(isOwn);
    const attributes = ['aria-label', 'aria-description', 'alt', 'title', 'placeholder'];
    return elements
      .flatMap((one) => [textOf(one), ...attributes.map((name) => one.getAttribute(name) ?? '')])
      .filter((text) => text.trim() !== '');
  });
}

/** Checks that every text is in the language of the page. Values in `data` may be in any language. */
export async function untranslatedOf(
  page: Page,
  language: Language,
  data: readonly string[],
): Promise<string[]> {
  const findings = new Set<string>();
  const withoutAddresses = (text: string) => text.replaceAll(addresses, ' ').trim();
  const values = data.map(withoutAddresses).filter((value) => value.length > 1);
  const longestFirst = values.sort((a, b) => b.length - a.length).map(RegExp.escape);
  const value = new RegExp(`(?<![\\p{L}\\d])(?:${longestFirst.join('|')})(?![\\p{L}\\d])`, 'gu');
  const foreignWord = language === 'uk' ? /\b[A-Za-z]{2,}\b/g : /[\u0400-\u04FF]{2,}/g;
  for (const text of await ownTextsOf(page)) {
    const own = withoutAddresses(text).replaceAll(value, ' ');
    const keys = own.match(rawKey) ?? [];
    const words = (own.match(foreignWord) ?? []).filter((word) => !latinWords.has(word));
    for (const found of [...keys, ...words])
      findings.add(`“${found}” is not translated in “${text.trim().slice(0, 80)}”`);
  }
  return [...findings];
}

type Watched = Window & { focused?: { element: Element; hasRing: boolean }[] };

/** Notes each element that gets the focus, and returns how many may get it. */
function watchFocus(): number {
  const focused: NonNullable<Watched['focused']> = [];
  (window as Watched).focused = focused;
  const isDrawn = (one: Element | null) => {
    if (!one) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  };
  document.addEventListener('focusin', ({ target }) => {
    const element = target as Element;
    const inside = element.shadowRoot?.activeElement ?? element;
    // choices are drawn by their label, or by the element after them
    const hasRing = [inside, element.closest('label'), element.nextElementSibling].some(isDrawn);
    focused.push({ element, hasRing });
  });
  const place = document.querySelector('dialog[open]') ?? document;
  const all = place.querySelectorAll('a[href], button, input, select, textarea, summary, pre');
  return [...all].filter((one) => one.checkVisibility({ visibilityProperty: true })).length;
}

/** Returns what is wrong with one round of the focus through the page. */
function judgeFocus(): string[] {
  const focused = (window as Watched).focused ?? [];
  if (focused.length === 0) return ['Tab leads to no element'];
  const nameOf = (one: Element) =>
    `“${(one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40)}” (${one.tagName.toLowerCase()})`;
  const follows = (one: Element, other: Element) =>
    (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const again = focused.findIndex(({ element }, at) =>
    focused.slice(0, at).some((before) => before.element === element),
  );
  const round = again === -1 ? focused : focused.slice(0, again);
  const isFirst = (element: Element) =>
    round.every((one) => one.element === element || follows(element, one.element));
  return round.flatMap(({ element, hasRing }, at) => {
    const before = round[at - 1]?.element;
    // after the last element comes the first
    const isInOrder = !before || isFirst(element) || follows(before, element);
    return [
      ...(hasRing ? [] : [`no visible focus on ${nameOf(element)}`]),
      ...(isInOrder ? [] : [`${nameOf(element)} has the focus after ${nameOf(before)}`]),
    ];
  });
}

/** Holds Tab until the focus went through the whole page. Checks that the focus is visible and follows the document. */
export async function focusOrderOf(page: Page): Promise<string[]> {
  const count = await page.evaluate(watchFocus);
  if (count === 0) return [];
  // once more, because a page may begin with the focus in a field
  const presses = Array.from({ length: count + 1 }, () => page.keyboard.down('Tab'));
  await Promise.all(presses);
  await page.keyboard.up('Tab');
  return page.evaluate(judgeFocus);
}
