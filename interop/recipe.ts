// A recipe of docs/integrate/ as it is printed there, so that what people paste is what is tried.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../scripts/children.ts';

/** The text of the first fenced block in this language below the heading. */
export function blockOf(heading: string, language: string): string {
  const read = (page: string) => readFileSync(join(root, 'docs/integrate', page), 'utf8');
  const text = read('openid-connect.md') + read('recipes.md');
  const [, section = ''] = text.split(new RegExp(`\n##+ ${heading}\n`));
  const [body = ''] = section.split(/\n##+ /);
  const [, block] = new RegExp(`\n\`\`\`${language}\n([\\s\\S]*?\n)\`\`\`\n`).exec(body) ?? [];
  if (block === undefined) throw new Error(`docs/integrate/ has no ${language} at «${heading}»`);
  return block;
}
