import { fill, Texts, type Words } from '@brama/contract/pages/words';
import { languages } from '@brama/contract/paths';
import { createInstance } from 'i18next';
import { expect, test } from 'vitest';
import { readWords } from '../../build/words.ts';

const texts = new Texts('uk', {
  login: {
    title: 'Вхід',
    form: { submit: 'Увійти: {{app}}' },
    wait_one: '{{count}} секунда',
    wait_few: '{{count}} секунди',
    wait_many: '{{count}} секунд',
    wait_other: '{{count}} секунди',
  },
});

test('a key names its namespace and its path', () => {
  expect(texts.text('login:title')).toBe('Вхід');
  expect(texts.text('login:form.submit', { app: 'Кампус' })).toBe('Увійти: Кампус');
});

test('the first key that exists counts', () => {
  expect(texts.text(['login:gone', 'login:title'])).toBe('Вхід');
  expect(texts.text(['login:gone', 'login:form'])).toBe('login:form');
});

test.each([
  [1, '1 секунда'],
  [3, '3 секунди'],
  [11, '11 секунд'],
  [21, '21 секунда'],
  [1.5, '1,5 секунди'],
])('%d chooses its plural form', (count, text) =>
  expect(texts.text('login:wait', { count })).toBe(text),
);

test.each([
  'login:form.__proto__',
  'login:constructor',
  '__proto__:toString',
  'title',
  'other:title',
  'login:title.length',
  'login:form.',
  'login:.form',
])('%s is no text', (key) => expect(texts.find(key)).toBeUndefined());

test('values are inserted as they are, and never searched for placeholders', () => {
  expect(fill('{{a}} {{b}} {{c}}', { a: '{{b}}', b: '$&<b>' })).toBe('{{b}} $&<b> ');
});

function keysOf(words: Words, path: string): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [path + key] : keysOf(value, `${path}${key}.`),
  );
}

test.each(languages)('%s: every text is the same as with i18next', async (language) => {
  const words = readWords(language);
  const i18n = createInstance();
  await i18n.init({
    lng: language,
    ns: Object.keys(words),
    resources: { [language]: words } as never,
    interpolation: { escapeValue: false },
  });
  const ours = new Texts(language, words);
  const keys = Object.entries(words).flatMap(([name, tree]) => keysOf(tree, `${name}:`));
  const names = new Set(
    keys
      .flatMap((key) => [...(ours.find(key) ?? '').matchAll(/\{\{(\w+)\}\}/g)])
      .map(([, name]) => name),
  );
  const values = Object.fromEntries([...names].map((name) => [name, `<${name}> & $&`]));
  expect(keys.length).toBeGreaterThan(500);
  for (const count of [0, 1, 2, 5, 11, 21])
    for (const key of keys) {
      const asked = key.replace(/_(one|few|many|other)$/, '');
      const given = { ...values, count };
      expect(ours.text(asked, given), asked).toBe(i18n.t(asked as never, given as never));
    }
});
