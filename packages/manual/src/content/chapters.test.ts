// Checks that references in the text have the numbers of the chapters and sections that they lead to.
import { expect, test } from 'vitest';
import { chapters } from './chapters.ts';

const numbers = new Map(
  chapters.flatMap(({ id, sections }, at): [string, string][] => [
    [id, `${at + 1}`],
    ...sections.map(({ id: section }, index): [string, string] => [
      section,
      `${at + 1}.${index + 1}`,
    ]),
  ]),
);

test('references have the numbers of their targets', () => {
  const found = [...JSON.stringify(chapters).matchAll(/\[([^\]]*?\d+(?:\.\d+)?)\]\(#([\w-]+)\)/g)];
  expect(found.length).toBeGreaterThan(40);
  for (const [whole, words = '', id = ''] of found) {
    const number = numbers.get(id) ?? '';
    // “chapter 2” may lead to a section of it
    const [chapter] = number.split('.');
    expect([number, chapter], whole).toContain(/[\d.]+$/.exec(words)?.[0]);
  }
});
