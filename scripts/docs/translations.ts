// Translations of documents. A comment at the end of each has the hash of the original from which it was translated. A test compares
// them, so that no translation stays behind its original unnoticed.

import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../children.ts';

export type Translation = { file: string; original: string };

/** Returns all translations. That of the README stands among those of `docs/`. */
export function findTranslations(): Translation[] {
  return globSync('docs/uk/*.md', { cwd: root })
    .sort()
    .map((file) => {
      const name = basename(file);
      return { file, original: name === 'README.md' ? name : `docs/${name}` };
    });
}

export const readDocument = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Line breaks of the original do not count. */
const hashOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll(/\s+/g, ' ').trim()).digest('hex').slice(0, 16);

const mark = /\n*<!-- translated from [\w./-]+ [\da-f]+ -->\n*$/;

/** Returns the translation with the hash of the original as it is now. */
export const withMark = ({ file, original }: Translation): string =>
  `${readDocument(file).replace(mark, '')}\n\n<!-- translated from ${original} ${hashOf(readDocument(original))} -->\n`.replace(
    /\n{3,}(?=<!-- translated)/,
    '\n\n',
  );

/** Returns the levels of headings, the number of rows of tables and items, and the code without comments. */
export function outlineOf(text: string): { headings: string[]; rows: number; code: string[] } {
  const fence = /^```[\s\S]*?^```$/gm;
  const prose = text.replaceAll(fence, '');
  return {
    headings: prose.match(/^#+(?= )/gm) ?? [],
    rows: (prose.match(/^(?:\| |- |\d+\. )/gm) ?? []).length,
    code: (text.match(fence) ?? []).map((block) =>
      block.replaceAll(/\s*#.*$/gm, '').replaceAll(/\n{2,}/g, '\n'),
    ),
  };
}
