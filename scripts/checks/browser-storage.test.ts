// Checks the keys of browser storage and the channel names in the sources of the web application. A changed key loses
// the stored values. A changed channel name separates tabs with different versions.

import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseSync, Visitor, type VisitorObject } from 'oxc-parser';
import { expect, test } from 'vitest';
import { root } from '../children.ts';

/** The keys in use. New keys are added here. A changed key loses the values stored in browsers. */
const pinned = {
  BroadcastChannel: ['brama-session', 'brama-trial'],
  localStorage: [
    'brama-theme',
    'brama.last-method',
    'brama.recent-apps',
    'brama.search-key',
    'i18nextLng',
  ],
  sessionStorage: ['brama.diia-codes', 'brama.my-data', 'brama.received-ticket', 'button-wizard'],
};

const web = join(root, 'packages/web/src');
const contract = join(root, 'packages/contract/src');

type Expression = { type: string; name?: string; value?: unknown };

/** Returns the constants and imports of a source file, and its calls that store values or open channels. */
function readSource(file: string) {
  const constants = new Map<string, string>();
  const imports = new Map<string, string>();
  const kept: [storage: string, argument: Expression][] = [];
  const calls: [name: string, argument: Expression][] = [];
  const visitor: VisitorObject = {
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init?.type === 'Literal')
        constants.set(id.name, `${init.value}`);
    },
    ImportDeclaration({ source, specifiers }) {
      for (const { local } of specifiers) imports.set(local.name, source.value);
    },
    CallExpression({ callee, arguments: [argument] }) {
      if (!argument) return;
      if (callee.type === 'Identifier') calls.push([callee.name, argument as Expression]);
      if (callee.type !== 'MemberExpression' || callee.object.type !== 'Identifier') return;
      const storage = callee.object.name;
      if (/^(local|session)Storage$/.test(storage)) kept.push([storage, argument as Expression]);
    },
    NewExpression({ callee, arguments: [argument] }) {
      if (callee.type === 'Identifier' && callee.name === 'BroadcastChannel' && argument)
        kept.push([callee.name, argument as Expression]);
    },
  };
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  new Visitor(visitor).visit(program);
  return { constants, imports, kept, calls };
}

const files = globSync('**/*.{ts,tsx}', { cwd: web }).filter((file) => !/\.test\.tsx?$/.test(file));
const sources = new Map(files.map((file) => [join(web, file), readSource(join(web, file))]));

function textOf(file: string, { type, name = '', value }: Expression): string | undefined {
  if (type === 'Literal') return `${value}`;
  const source = sources.get(file) ?? readSource(file);
  const own = source.constants.get(name);
  const from = source.imports.get(name);
  if (own !== undefined || from === undefined) return own;
  return readSource(importedFile(file, from)).constants.get(name);
}

function importedFile(file: string, from: string): string {
  return from.startsWith('@brama/contract/')
    ? join(contract, `${from.slice('@brama/contract/'.length)}.ts`)
    : resolve(dirname(file), from);
}

/** Returns the texts that other files pass to the functions of `opener`, the file that opens channels. */
function channelNames(opener: string): string[] {
  return [...sources].flatMap(([file, { calls, imports }]) =>
    calls
      .filter(([name]) => importedFile(file, imports.get(name) ?? '') === opener)
      .map(([, argument]) => textOf(file, argument) ?? `unknown in ${file}`),
  );
}

test('storage keys and channel names match the list', () => {
  const found: Record<string, Set<string>> = {};
  for (const [file, { kept }] of sources)
    for (const [storage, argument] of kept) {
      const values =
        storage === 'BroadcastChannel'
          ? channelNames(file)
          : [textOf(file, argument) ?? `unknown in ${file}`];
      for (const value of values) {
        found[storage] ??= new Set();
        found[storage].add(value);
      }
    }
  const sorted = Object.entries(found).map(([storage, keys]) => [storage, [...keys].sort()]);
  expect(Object.fromEntries(sorted)).toEqual(pinned);
});
