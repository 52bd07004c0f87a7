// Checks that the documents and the manual quote only labels that exist in the texts of that language. Readers look for them on
// the screen.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Language, languages } from '../../packages/contract/src/paths.ts';
import { captions } from '../../packages/signin-button/src/options.ts';
import { readWords } from '../../packages/web/build/words.ts';

const root = join(import.meta.dirname, '../..');

/** They quote tests and specifications, and have checks of their own. */
const withoutLabels = ['docs/evidence/cas.md', 'docs/evidence/asvs.md'];
const files = globSync(
  [
    '*.md',
    'docs/{,integrate/,evidence/,uk/}*.md',
    'examples/*.md',
    'packages/manual/src/content/chapters/*.ts',
  ],
  { cwd: root },
).filter((file) => !withoutLabels.includes(file));

/** A label begins with a capital letter. */
const quotes = { uk: /«(\p{Lu}[^»]*)»/gu, en: /“(\p{Lu}[^”]*)”/gu };

/** Quotes that are no labels of Brama, by file. */
const exceptions: Record<string, readonly string[]> = {
  // of former releases, of a library, and a heading
  'CHANGELOG.md': ['Forgot password?', 'Lock the account', 'Invalid input', 'What to check'],
  // a heading
  'CONTRIBUTING.md': ['Upgrading'],
  // groups of measurements
  'docs/evidence/benchmarks.md': ['At rest', 'Usable'],
  // of Keycloak and GitLab
  'docs/integrate/openid-connect.md': [
    'Pushed Authorization Request must be used',
    'Request Object must be used',
  ],
  // of KPI ID
  'docs/moving-from-kpi-id.md': ['Увійти з KPI ID'],
  'packages/manual/src/content/chapters/moving.ts': ['Увійти з KPI ID'],
  // a heading
  'docs/operate.md': ['Upgrading'],
  // of the console of Google
  'docs/sign-in-methods.md': ['Web application', 'Internal'],
  // a column, and the name of a test
  'docs/evidence/threat-model.md': [
    'Level 1',
    'Diia, that is the phone with its PIN or the signature key …',
  ],
  // of the programs in the manual
  'packages/manual/src/content/chapters/troubleshooting.ts': ['That did not work'],
};

type Texts = { [key: string]: Texts | string };
const textsIn = (texts: Texts): string[] =>
  Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : textsIn(text)));

const plain = (text: string) => text.replaceAll('\u00a0', ' ');

/** Matches the text with any values of its placeholders, also with “…”. */
function patternOf(text: string): RegExp {
  const parts = plain(text).split(/\{\{\w+\}\}/);
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join('.+')}$`, 'u');
}

/** Titles of applications of the demo. */
const titles = {
  uk: /\buk: '([^']+)'/g,
  en: /\ben: '([^']+)'/g,
};
const demo = readFileSync(join(root, 'packages/simulators/src/applications.ts'), 'utf8');

/** The texts of the console: those of each area, and the names of the areas. */
function consoleTexts(language: Language): string[] {
  const words = globSync(`packages/console/locales/${language}/*.json`, { cwd: root });
  const areas = globSync('packages/console/src/*/area.ts', { cwd: root });
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  return [
    ...words.flatMap((file) => textsIn(JSON.parse(read(file)))),
    ...areas.flatMap((file) =>
      [...read(file).matchAll(titles[language])].map(([, label = '']) => label),
    ),
  ];
}

function patternsOf(language: Language): RegExp[] {
  const demoTitles = [...demo.matchAll(titles[language])].map(([, title = '']) => title);
  const own = [...textsIn(readWords(language)), ...consoleTexts(language)];
  return [...own, captions[language], ...demoTitles].map(patternOf);
}

/** Returns the labels that a file quotes, outside blocks of code and comments. */
function labelsIn(text: string, language: Language): string[] {
  const prose = plain(text)
    .replaceAll(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, '')
    .replaceAll(/^\/\/.*$/gm, '')
    .replaceAll(/\n/g, ' ');
  return [...prose.matchAll(quotes[language])].map(([, label = '']) => label);
}

describe.each(languages)('%s', (language) => {
  test('quoted labels are on a screen', () => {
    const patterns = patternsOf(language);
    const quoted = files.flatMap((file) =>
      labelsIn(readFileSync(join(root, file), 'utf8'), language).map((label) => ({ file, label })),
    );
    expect(quoted.length).toBeGreaterThan(10);
    const missing = quoted.filter(
      ({ file, label }) =>
        !exceptions[file]?.includes(label) && !patterns.some((pattern) => pattern.test(label)),
    );
    expect(missing.map(({ file, label }) => `${file}: ${label}`)).toEqual([]);
  });
});

test('labels may have values, and stand in prose only', () => {
  expect(patternOf('Open “{{app}}” {{count}} times').test('Open “Mail” 3 times')).toBe(true);
  expect(patternOf('Sign in').test('Sign in with Diia')).toBe(false);
  expect(labelsIn('“Sign\nout”, “lower case”\n```\n“Code”\n```\n', 'en')).toEqual(['Sign out']);
});
