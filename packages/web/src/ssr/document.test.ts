import type { PagePart } from '@brama/contract/pages/renderer';
import { expect, test } from 'vitest';
import { createDocument, inlineJson } from './document.ts';

test('inline JSON cannot close its element or contain line separators', () => {
  expect(inlineJson('state', { a: '</script>\u2028\u2029' })).toBe(
    '<script type="application/json" id="state">{"a":"\\u003c/script>\\u2028\\u2029"}</script>',
  );
});

const head = {
  language: 'en',
  path: 'faq',
  isAddressed: true,
  title: 'A & B </title>',
  description: '"quoted"',
  isIndexed: true,
  font: '/font.woff2',
  scripts: ['/a.js'],
  isPersonal: false,
  script: '0',
} as const;
const data = { words: {}, facts: { page: 'faq', screens: [], next: [] }, instance: {} as never };
const joined = (parts: readonly PagePart[]) => parts.map(({ html }) => html).join('');
const template =
  '<html lang="uk"><head><title>Брама</title><!--head--></head><body><div id="root"></div><!--data--></body></html>';

test('texts in the head are escaped', () => {
  const html = joined(createDocument(template, head, data, 'https://id.example')({ html: '' }));
  expect(html).toContain('<html lang="en"><head><title>A &amp; B &lt;/title&gt;</title>');
  expect(html).toContain('content="&quot;quoted&quot;"');
  expect(html).toContain('<link rel="canonical" href="https://id.example/en/faq">');
});

test('the style sheet of the organisation is named if there is one', () => {
  const of = (instance: object) =>
    joined(
      createDocument(template, head, { ...data, instance: instance as never }, '')({ html: '' }),
    );
  expect(of({})).not.toContain('stylesheet');
  expect(of({ styles: '/assets/organisation-1.css' })).toContain(
    '<link rel="stylesheet" href="/assets/organisation-1.css">',
  );
});

test('inserted content is not treated as a placeholder', () => {
  const fill = createDocument(template, head, data, '');
  const html = joined(fill({ html: '<!--data-->$&<!--head-->' }));
  expect(html).toContain('<div id="root"><!--data-->$&<!--head--></div>');
});

test('only parts without values of the request are shared, and they are the same objects', () => {
  const fill = createDocument(template, head, data, '');
  const isShared = (parts: readonly PagePart[]) => parts.filter((part) => part.isShared);
  const [one, other] = ['one', 'other'].map((name) =>
    fill({ html: name, state: { props: { name } }, continueTo: `/${name}` }),
  );
  expect(one?.map(({ html }) => html).join()).toMatch(/one.*one.*one/s);
  expect(isShared(one ?? []).every((part, at) => part === isShared(other ?? [])[at])).toBe(true);
  expect(joined(isShared(one ?? []))).not.toContain('one');
});

test('a missing or repeated placeholder prevents the start', () => {
  const make = (one: string) => () => createDocument(one, head, data, '');
  expect(make('<html lang="uk"></html>')).toThrow('<!--head-->');
  expect(make(template + template)).toThrow('<!--head-->');
});
