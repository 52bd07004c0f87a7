// Extracts the code of the manual from the PDF that a server sends, and runs it without anything else.

import { spawnSync } from 'node:child_process';
import { readPdf } from '../scripts/pdf.ts';

/** What stands in the manual for the address of Brama, and for the site of the reader. */
const bramaInManual = 'https://id.campus.example';
const siteInManual = 'http://localhost:4000';

export async function codeOfManual(brama: string, path: string) {
  const answer = await fetch(new URL(path, brama));
  const { codes } = await readPdf(new Uint8Array(await answer.arrayBuffer()));
  const untaken = new Set(codes);

  return {
    all: codes.map(({ code }) => code),
    /** Returns the captions of the blocks that were not taken yet. */
    untaken: () => [...untaken].map(({ caption }) => caption),
    /** Returns the one block that matches `mark`, caption and code below each other, with the addresses of this run. */
    take(mark: RegExp, site = siteInManual): string {
      const found = codes.filter(({ caption, code }) => mark.test(`${caption}\n${code}`));
      const [one] = found;
      if (!one || found.length > 1) throw new Error(`${found.length} blocks fit ${mark}`);
      untaken.delete(one);
      return one.code
        .replaceAll(bramaInManual, brama)
        .replaceAll(siteInManual, site)
        .replaceAll(encodeURIComponent(siteInManual), encodeURIComponent(site));
    },
  };
}

export type ManualCode = Awaited<ReturnType<typeof codeOfManual>>;

/** Runs lines of a terminal, and answers what they print. @throws with what they complain of. */
export function inTerminal(lines: string, variables: Record<string, string> = {}): string {
  const { status, stdout, stderr } = spawnSync('sh', ['-c', lines], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...variables },
  });
  if (status !== 0) throw new Error(`${lines}\n${stdout}${stderr}`);
  return stdout.trim();
}

/** Names and kinds of what JSON holds, however deep, without what it says. */
export function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([name, inside]) => [name, shapeOf(inside)]),
  );
}
