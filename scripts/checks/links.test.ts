// Every relative link of the documents leads to an existing file and heading.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = globSync(['*.md', 'docs/**/*.md', 'examples/*.md', 'packages/*/*.md'], { cwd: root });

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
