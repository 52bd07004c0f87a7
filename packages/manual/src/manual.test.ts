// Tests the finished PDF files in both languages: reads their text, structure, links and attachments.

import { kpiIdCalls } from '@brama/contract/api/kpi-id-calls';
import { ticketErrors, ticketResponse } from '@brama/contract/api/ticket';
import { languages } from '@brama/contract/paths';
import { maxStateLength } from '@brama/contract/sign-in/state';
import { attributeOf, optionNames } from '@brama/signin-button/options';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { type Bookmark, type ReadPdf, readPdf } from '../../../scripts/pdf.ts';
import { type Snippets, snippetsOf } from './content/snippets.ts';
import { manualIn } from './manual.ts';

const pinned = {
  file: 'v1/kpi-id-signin.0123456789ab.js',
  integrity: `sha384-${'Ab1+'.repeat(16)}`,
};

let snippets: Snippets;
const manuals = {} as Record<(typeof languages)[number], { bytes: Buffer; read: ReadPdf }>;

beforeAll(async () => {
  snippets = await snippetsOf(pinned);
  for (const language of languages) {
    const bytes = await manualIn(language, snippets);
    manuals[language] = { bytes, read: await readPdf(bytes) };
  }
});

const shapeOf = (bookmarks: readonly Bookmark[]) =>
  bookmarks.map(({ title, items }) => [
    title.split(' ')[0],
    items.map((item) => item.title.split(' ')[0]),
  ]);

/** Reduces several blank lines to one: where a page ends at a blank line, the PDF does not show how many there were. */
const withSingleFreeLines = (code: string) => code.replace(/\n{3,}/g, '\n\n');

test('both languages have the same chapters, sections and code', () => {
  const [uk, en] = [manuals.uk.read, manuals.en.read];
  expect(shapeOf(en.bookmarks)).toEqual(shapeOf(uk.bookmarks));
  expect(uk.bookmarks).toHaveLength(12);
  expect(en.codes.map(({ code }) => code)).toEqual(uk.codes.map(({ code }) => code));
});

describe.each(languages)('%s', (language) => {
  const read = () => manuals[language].read;
  const textOf = (role: string) =>
    read()
      .elements.filter((element) => element.role === role)
      .map(({ text }) => text);

  test('the same source gives identical bytes on any day, less than 400 KB', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-06T07:08:09Z') });
    vi.resetModules();
    const later: typeof import('./manual.ts') = await import('./manual.ts');
    const again = await later.manualIn(language, snippets);
    vi.useRealTimers();
    expect(again.equals(manuals[language].bytes)).toBe(true);
    expect(again.length).toBeLessThan(400 * 1024);
  });

  test('the metadata contain title and language, and the document is tagged', () => {
    const { info, isTagged } = read();
    expect(info).toMatchObject({
      Title: language === 'uk' ? 'Брама · Інструкція з інтеграції' : 'Brama · Integration manual',
      Language: { uk: 'uk-UA', en: 'en-GB' }[language],
    });
    expect(isTagged).toBe(true);
  });

  test('the bookmarks match the headings and their pages', () => {
    const { bookmarks, elements } = read();
    const flat = bookmarks.flatMap((one) => [one, ...one.items]);
    const headings = elements
      .filter(({ role, page }) => /^H[12]$/.test(role) && page > 2)
      .map(({ text, page }) => [text.replaceAll('\u00A0', ' ').replace(/\s+/g, ' '), page]);
    expect(headings).toEqual(flat.map(({ title, page }) => [title, page]));
  });

  test('the contents list every heading with its page and link to it', () => {
    const { bookmarks, links, elements } = read();
    const flat = bookmarks.flatMap((one) => [one, ...one.items]);
    const own = links.filter(({ page }) => page === 2);
    expect(own.map(({ words, target }) => [words, target])).toEqual(
      flat.map(({ title, page }) => [title, page]),
    );
    const lines = elements.filter(({ role, page }) => role === 'TOCI' && page === 2);
    expect(lines.map(({ text }) => text)).toEqual(
      flat.map(({ title, page }) => `${title} ${page}`),
    );
  });

  test('every link has a valid target', () => {
    for (const link of read().links) {
      const isInside = link.target !== undefined && link.target > 2;
      expect([link.words, isInside || /^https?:\/\//.test(link.address ?? '')]).toEqual([
        link.words,
        true,
      ]);
    }
    expect(textOf('Link').length).toBe(read().links.length);
  });

  test('lists, tables and code have standard roles, and no other text is untagged', () => {
    // standard roles of PDF 1.7 (ISO 32000-1, 14.8.4), which every PDF viewer knows
    const roles = new Set(read().elements.map(({ role }) => role));
    const inText = ['Document', 'Sect', 'H1', 'H2', 'P', 'Code', 'Link', 'TOC', 'TOCI'];
    const inLists = ['L', 'LI', 'Lbl', 'LBody'];
    const inTables = ['Table', 'TR', 'TH', 'TD'];
    expect([...roles].sort()).toEqual([...inText, ...inLists, ...inTables].sort());
    const { unmarked, pages } = read();
    const running = unmarked.map((words) => words.length);
    // only the page header, the page footer and repeated table headers are outside the structure tree
    expect(Math.max(...running)).toBeLessThan(160);
    unmarked.slice(2).forEach((words, index) => {
      expect(words).toContain(
        language === 'uk' ? `${index + 3} з ${pages}` : `${index + 3} of ${pages}`,
      );
    });
  });

  test('every snippet appears once, complete and unchanged', () => {
    const found = read().codes.map(({ code }) => withSingleFreeLines(code));
    expect([...found].sort()).toEqual(Object.values(snippets).map(withSingleFreeLines).sort());
  });

  test('programs and entries are attached with identical content', () => {
    const { attachments, codes } = read();
    const files = codes.filter(({ caption }) => /\.(mjs|py|php|yaml)$/.test(caption));
    expect(files).toHaveLength(7);
    expect(Object.keys(attachments).sort()).toEqual(files.map(({ caption }) => caption).sort());
    for (const { caption, code } of files)
      expect(withSingleFreeLines(`${attachments[caption]}`)).toBe(`${withSingleFreeLines(code)}\n`);
  });

  test('files with significant indentation have a note above the code', () => {
    const { elements, codes } = read();
    for (const { caption } of codes.filter((one) => /\.(py|yaml)$/.test(one.caption))) {
      const at = elements.findIndex(({ role, text }) => role === 'P' && text === caption);
      expect(elements[at - 1]?.text).toMatch(
        new RegExp(`(file|файл) ${caption.replace('.', '\\.')}`),
      );
    }
  });

  test('links to pages of Brama use the language of the manual', () => {
    const { links, elements } = read();
    const addresses = [
      ...links.map(({ address = '' }) => address),
      ...elements.filter(({ role }) => role !== 'Code').map(({ text }) => text),
    ].flatMap((words) => words.match(/\/(uk|en)\/(?=[a-z])/g) ?? []);
    expect(new Set(addresses)).toEqual(new Set([`/${language}/`]));
  });

  test('every button option and every error code has a table row', () => {
    const cells = textOf('TD');
    for (const name of optionNames) expect(cells).toContain(attributeOf(name));
    for (const [code, status] of Object.entries(ticketErrors)) {
      const at = cells.findIndex(
        (cell, index) =>
          cell === code || (cell.replace(/ /g, '') === code && cells[index - 1] === `${status}`),
      );
      expect([code, at > 0 && cells[at - 1]]).toEqual([code, `${status}`]);
    }
  });

  test('every field of the ticket response has a table row, outer fields included', () => {
    const cells = textOf('TD');
    const { data, ...outer } = ticketResponse.shape;
    for (const name of [...Object.keys(outer), ...Object.keys(data.shape)])
      expect(cells.map((cell) => cell.replaceAll(' ', ''))).toContain(name);
  });

  test('the manual describes valid states and tickets and shows a valid ticket', () => {
    const shown = read().codes.map(({ code }) => /[?&]ticketId=([^&]+)/.exec(code)?.[1]);
    const tickets = shown.filter((ticket) => ticket !== undefined && !ticket.includes('$'));
    expect(tickets.length).toBeGreaterThan(0);
    for (const ticket of tickets) expect(ticket).toMatch(/^[A-Za-z0-9_-]{43}$/);
    const points = textOf('LBody');
    const about = (name: string) => points.find((point) => point.startsWith(name)) ?? '';
    expect(about('state')).toContain(`${maxStateLength}`);
    expect(about('state')).toContain('ASCII');
    expect(about('ticketId')).toContain('43');
    expect(textOf('P').join(' ')).toContain('returnErrors: true');
  });

  test('every call of the public KPI ID clients has a table row with its response', () => {
    // the PDF reader returns a space where long code in a cell was broken
    const cells = textOf('TD').map((cell) => cell.replace(/ /g, ''));
    for (const { call, clients, answer } of Object.values(kpiIdCalls)) {
      const row = [call, clients.join(','), answer].map((cell) => cell.replace(/ /g, ''));
      const at = cells.findIndex((cell, index) => cell === row[0] && cells[index + 1] === row[1]);
      expect(cells.slice(at, at + 3)).toEqual(row);
    }
  });

  if (language === 'en')
    test('the text uses no other term for an app', () => {
      const sentences = ['H1', 'H2', 'P', 'LBody', 'TH', 'TD'].flatMap(textOf);
      // fields and parameters of CAS are `services:` and `service=`
      for (const sentence of sentences)
        expect(sentence).not.toMatch(/\b(services?|applications?)\b(?![./:=])/i);
    });

  test('the text contains no source markup and no missing glyphs', () => {
    const sentences = ['H1', 'H2', 'P', 'LBody', 'TH', 'TD'].flatMap(textOf);
    expect(sentences.length).toBeGreaterThan(200);
    for (const sentence of sentences) {
      expect(sentence).not.toMatch(/undefined|NaN|\*\*|\]\(|\[object|`/);
      // the PDF reader returns \0 for a letter that the font does not contain
      expect(sentence).not.toContain('\0');
    }
  });
});
