// Checks that the manuals quote log messages exactly as in the source.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, test } from 'vitest';
import type { AreaSpec } from '../../packages/server/src/commands/line/spec.ts';
import { areas } from '../../packages/server/src/commands/line/table.ts';
import { root } from '../children.ts';

const manuals = globSync('docs/{operate,sign-in-methods,keys,integrate/*}.md', { cwd: root });
/** Phrases in backticks that are commands or values, not log messages. */
const notMessages = /^(npm |brama |alter role |openid profile |OIDCPassClaimsAs |CAS[A-Z])/;

function isCommand(phrase: string): boolean {
  const [area = '', command = ''] = phrase.split(' ');
  const { commands = {} }: Partial<AreaSpec> = Object.hasOwn(areas, area)
    ? areas[area as keyof typeof areas]
    : {};
  return Object.hasOwn(commands, command);
}

/** Returns the phrases of several words in backticks, outside code blocks. */
const phrasesIn = (markdown: string) =>
  [
    ...markdown
      .replaceAll(/^[ \t]*```[\s\S]*?^[ \t]*```/gm, '')
      .matchAll(/`([A-Za-z]+(?:\s[A-Za-z]+)+(?:[:,]\s[\w\s,]+)?)`/g),
  ]
    .map(([, phrase = '']) => phrase.replaceAll(/\s+/g, ' '))
    .filter((phrase) => !notMessages.test(phrase) && !isCommand(phrase));

/** Returns every string literal of a source file. */
function stringsOf(file: string): string[] {
  const found: string[] = [];
  const { program } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  new Visitor({
    Literal: ({ value }) => void (typeof value === 'string' && found.push(value)),
  }).visit(program);
  return found;
}

test('every phrase of the manuals is a whole message of the source', () => {
  const phrases = manuals.flatMap((manual) => phrasesIn(readFileSync(join(root, manual), 'utf8')));
  expect(phrases).toContain('email sent');
  const messages = new Set(
    globSync('packages/{server/src,contract/src/events}/**/*.ts', { cwd: root })
      .filter((file) => !file.endsWith('.test.ts'))
      .flatMap(stringsOf),
  );
  expect(phrases.filter((phrase) => !messages.has(phrase))).toEqual([]);
});

test('the search for phrases joins lines and leaves out commands and code blocks', () => {
  expect(phrasesIn('`email\nsent`, `npm start`, `word`\n\n```\n`not this`\n```\n')).toEqual([
    'email sent',
  ]);
});
