// Checks that every relative link in the documents leads to an existing file and heading, and that every path in code
// exists.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync(
  ['*.md', 'deploy/*.md', 'docs/**/*.md', 'examples/*.md', 'packages/*/*.md'],
  { cwd: root },
);

/** Returns the anchors of a document's headings, as GitHub forms them. */
function anchorsOf(file: string): Set<string> {
  const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-'),
    ),
  );
}

test('relative links have existing targets', () => {
  expect(files.length).toBeGreaterThan(35);
  const broken = files.flatMap((name) => {
    const file = join(root, name);
    const text = readFileSync(file, 'utf8').replaceAll(/^\s*```[\s\S]*?^\s*```/gm, '');
    return [...text.matchAll(/\]\((?!\w+:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].flatMap(
      ([, path = '', anchor]) => {
        const target = path === '' ? file : join(dirname(file), path);
        const isThere =
          existsSync(target) &&
          (!anchor || !target.endsWith('.md') || anchorsOf(target).has(anchor));
        return isThere ? [] : [`${name}: ${relative(root, target)}${anchor ? `#${anchor}` : ''}`];
      },
    );
  });
  expect(broken).toEqual([]);
});

/** Folders that begin a path from the root of the repository. */
const topFolders = 'packages|scripts|e2e|bench|interop|faults|examples|deploy|docs|\\.ci|\\.github';
const rootPath = new RegExp(`^(?:${topFolders})/`);
const sourceFile = /^[\w.@<{*][\w./@<>{},*-]*\.(?:tsx?|mjs|md|json|css)$/;
/** Files that a program writes, and files of the reader's own project. */
const notStored =
  /^(?:(?:[\w-]+\/)*dist(?:-ssr)?|data|bench\/results|gallery)(?:\/|$)|^(?:site|manifest|tsconfig)\.json$|^(?:package|demo|brama)\.json$|^auth\.ts$|^server\.m?js$|^kpi-id-signin\.mjs$/;

const stored = globSync(['**/*', '.ci/**', '.github/**'], {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist|dist-ssr|test-results)$/.test(path),
}).map((path) => `/${path.replaceAll('\\', '/')}`);
/** Documents may leave out `src/` and the first folders of a path. */
const storedText = [...stored, ...stored.map((path) => path.replace('/src/', '/'))].join('\n');

/** `<id>` and `*` stand for any name, `{uk,en}` for one of several. */
function isStored(path: string): boolean {
  const pattern = path
    .replace(/^\.\//, '')
    .replace(/\/$/, '')
    .replaceAll('.', '\\.')
    .replaceAll('**', '.*')
    .replaceAll(/(?<!\.)\*/g, '[^/\n]*')
    .replaceAll(/<\w+>/g, '[^/\n]+')
    .replaceAll(/\{([^}]*)\}/g, (_, words: string) => `(?:${words.replaceAll(',', '|')})`);
  return new RegExp(`/${pattern}$`, 'm').test(storedText);
}

/** Returns the repository paths in backticks and in code blocks of a document. */
function pathsIn(text: string): string[] {
  const fence = /^[ \t]*(?:```|~~~)[\s\S]*?^[ \t]*(?:```|~~~)/gm;
  const blocks = text.match(fence) ?? [];
  const inBlocks = blocks.flatMap(
    (block) =>
      block.match(new RegExp(`(?<![\\w/.@:-])(?:${topFolders})/[\\w./*-]*\\w/?`, 'g')) ?? [],
  );
  const spans = [...text.replaceAll(fence, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) =>
    code.replace(/:\d+$/, ''),
  );
  const inSpans = spans.filter(
    (code) => sourceFile.test(code) || (rootPath.test(code) && /^[\w./<>{},*-]+$/.test(code)),
  );
  return [...inBlocks, ...inSpans].filter((path) => !path.startsWith('@') && !notStored.test(path));
}

test('paths in backticks and in code blocks exist', () => {
  const missing = files.flatMap((name) => {
    const text = readFileSync(join(root, name), 'utf8');
    // a superseded decision describes the code of its time
    if (/^\*\*Status\.\*\* Superseded by \[/m.test(text)) return [];
    return pathsIn(text)
      .filter((path) => !isStored(path))
      .map((path) => `${name}: ${path}`);
  });
  expect(missing).toEqual([]);
});

test('the search for paths finds them in both forms', () => {
  const text = [
    'Text `e2e/no.spec.ts:12`, `npm run x`, `a/b`.',
    '```',
    'npm test packages/no/src',
    'https://a.example/docs/x',
    '```',
  ];
  expect(pathsIn(text.join('\n'))).toEqual(['packages/no/src', 'e2e/no.spec.ts']);
  expect(['e2e/no.spec.ts', 'packages/no/src', 'o-links.test.ts'].filter(isStored)).toEqual([]);
  expect(isStored('packages/*/package.json') && isStored('checks/links.test.ts')).toBe(true);
});

test('every path in the glossary exists', () => {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
  const [, glossary = ''] = text.split('## Glossary\n');
  const rows =
    glossary
      .split('\n## ')[0]
      ?.split('\n')
      .filter((line) => line.startsWith('| ')) ?? [];
  const paths = rows.flatMap((row) =>
    [...(row.split('|')[3] ?? '').matchAll(/`([\w./-]+)`/g)].map(([, path = '']) => path),
  );
  expect(rows.length).toBeLessThanOrEqual(40);
  expect(paths.length).toBeGreaterThan(30);
  const places = [root, join(root, 'packages/server/src'), join(root, 'packages')];
  expect(paths.filter((path) => !places.some((place) => existsSync(join(place, path))))).toEqual(
    [],
  );
});
