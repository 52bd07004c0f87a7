// Checks comments, documents and test titles against the rules of prose.ts. Areas with older texts have an allowance in
// `allowed`, which must not grow.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { proseIssues } from './prose.ts';

const root = join(import.meta.dirname, '../..');

const maxShown = 40;
/** Area → how many issues it may still have. */
const allowed: Record<string, number> = {
  '.': 0,
  bench: 0,
  docs: 0,
  e2e: 0,
  examples: 0,
  faults: 0,
  interop: 0,
  'packages/admin-client': 0,
  'packages/contract': 0,
  'packages/manual': 0,
  'packages/server': 2,
  'packages/signin-button': 1,
  'packages/simulators': 0,
  'packages/console': 0,
  'packages/ui': 0,
  'packages/web': 0,
  scripts: 0,
};

const areaOf = (file: string) =>
  file.startsWith('packages/')
    ? file.split('/').slice(0, 2).join('/')
    : file.includes('/')
      ? (file.split('/')[0] ?? '')
      : '.';

const files = globSync('**/*.{ts,tsx,mjs,css,md}', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist|dist-ssr|data|released|gallery)$/.test(path),
}).filter((file) => !file.startsWith('test-results/'));

function countByArea(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of files)
    for (const { line, message } of proseIssues(file, readFileSync(join(root, file), 'utf8')))
      found.set(areaOf(file), [...(found.get(areaOf(file)) ?? []), `${file}:${line} ${message}`]);
  return found;
}

test('no area has more wording issues than allowed', () => {
  const found = countByArea();
  const tooMany = [...found].filter(([area, issues]) => issues.length > (allowed[area] ?? 0));
  const text = tooMany.map(
    ([area, issues]) =>
      `${area}: ${issues.length} wording issues, ${allowed[area] ?? 0} allowed\n${issues.slice(0, maxShown).join('\n')}`,
  );
  expect(text.join('\n\n')).toBe('');
  for (const [area, count] of Object.entries(allowed)) {
    const now = found.get(area)?.length ?? 0;
    if (now < count)
      console.info(`prose.test.ts: "${area}" may be lowered from ${count} to ${now}`);
  }
});

test('every page for readers says in its first line for whom it is', () => {
  const pages = globSync(['docs/*.md', 'docs/{integrate,evidence}/*.md'], { cwd: root });
  const first = (page: string) => readFileSync(join(root, page), 'utf8').split('\n')[2] ?? '';
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((page) => !first(page).startsWith('For '))).toEqual([]);
});

describe('the rules', () => {
  const messages = (file: string, source: string) =>
    proseIssues(file, source).map(({ line, message }) => `${line} ${message}`);
  const long = Array.from({ length: 26 }, (_, index) => `word${index}`).join(' ');

  test('find listed words in comments, not in code', () => {
    expect(messages('a.ts', "// Whoever asks.\nconst nobody = 'somebody'; \n")).toEqual([
      '1 “Whoever”: write the actor: user, client, server, administrator, job',
    ]);
    expect(messages('a.ts', '/** `nobody` is an account, “whoever” a word. */\n')).toEqual([]);
    expect(messages('a.css', '/* nobody\n   sees this */\n')).toHaveLength(1);
    expect(messages('a.tsx', '    {/* nobody sees this */}\n')).toHaveLength(1);
  });

  test('find listed words in documents, not in their code blocks', () => {
    expect(messages('a.md', 'The server tells it.\n\n```\nwhoever\n```\n')).toHaveLength(1);
  });

  test('find listed words in test titles, not in other strings', () => {
    const source = "test.each(['nobody'])('nobody: %s', () => { expect('somebody').toBe(1); });";
    expect(messages('a.test.ts', source)).toHaveLength(1);
    expect(messages('a.spec.ts', 'describe(`it tells`, () => undefined);')).toHaveLength(1);
    expect(messages('a.ts', source)).toEqual([]);
  });

  test('limit sentences of doc comments and file heads', () => {
    expect(messages('a.ts', `/** ${long}. */\nconst a = 1;\n`)).toHaveLength(1);
    expect(messages('a.ts', `// ${long}.\nconst a = 1;\n`)).toHaveLength(1);
    expect(messages('a.ts', `const a = 1;\n// ${long}.\n`)).toEqual([]);
    const short = Array.from({ length: 20 }, () => 'word').join(' ');
    expect(messages('a.ts', `/**\n * Ends ${short}.\n * Begins ${short}.\n */\n`)).toEqual([]);
    expect(messages('a.ts', `/** Ends ${short}. @throws ${short}. */\n`)).toEqual([]);
  });
});
