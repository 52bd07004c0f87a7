// Every email of the product in both languages: its text and its HTML say the same.

import { expect, test } from 'vitest';
import { sampleEmails, sampleSecret } from '../../../test/support/sample-emails.ts';
import { htmlOf, subjectOf, textOf } from '../../mail/email.ts';

const samples = await sampleEmails();
const cases = samples.map(
  ({ name, language, email }) => [`${name} in ${language}`, email] as const,
);

/** Returns the words that a reader of the HTML sees. */
function wordsOf(html: string): string {
  return html
    .replace(/^.*<body/s, '<body')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
}

const hrefsOf = (html: string) => [...html.matchAll(/<a href="([^"]*)"/g)].map(([, href]) => href);

/** Facts have a colon only in the text. */
const plain = (text: string) =>
  text
    .replace(/:(?=\s)/g, '')
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');

test('there are samples of all kinds in both languages', () => {
  expect(samples.filter(({ language }) => language === 'en').length).toBeGreaterThan(30);
});

test.each(cases)('%s: text and HTML have the same words and links', (_, email) => {
  const html = htmlOf(email);
  const hrefs = hrefsOf(html);
  // only the text shows the address of the link
  const text = hrefs.reduce(
    (rest: string, href) => rest.replace(`\n${href}\n`, '\n'),
    textOf(email),
  );
  expect(plain(wordsOf(html))).toBe(plain(text));
  for (const href of hrefs) expect(textOf(email)).toContain(`:\n${href}\n`);
});

test.each(cases)('%s: names the university and has at most one button', (_, email) => {
  const html = htmlOf(email);
  expect(subjectOf(email)).toContain(email.organisation);
  expect(textOf(email).startsWith(`${email.organisation} · ${email.brand}\n`)).toBe(true);
  expect(hrefsOf(html).length).toBeLessThanOrEqual(1);
  // nothing is requested when the email is opened
  expect(html).not.toMatch(/<(img|link|script|iframe|object|svg)\b|url\(|@import|\bsrc=/i);
});

test.each(cases)('%s: the subject has no secret, and no word is missing', (_, email) => {
  expect(subjectOf(email)).not.toContain(sampleSecret);
  expect(subjectOf(email)).not.toMatch(/https?:|\{\{|\bmail:/);
  expect(textOf(email)).not.toMatch(/\{\{|\bundefined\b|\bmail:/);
  expect(email.facts.length).toBeGreaterThan(0);
});
