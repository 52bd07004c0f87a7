// Checks that every regular expression of the product takes at most linear time for any text (CWE-1333), except those
// in `excused`.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { isSafe } from 'redos-detector';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Patterns that the checker rejects or cannot judge, each with the reason why it does no harm. */
const excused: Record<string, Record<string, string>> = {
  'packages/contract/src/admin/field-reasons.ts': { '/\\{[a-z]+\\}/': 'our own texts' },
  'packages/contract/src/pages/words.ts': {
    '/\\{\\{(\\w+)\\}\\}/g': 'our own texts',
  },
  'packages/contract/src/admin/imports/columns.ts': {
    '/\\{([a-z]+)(?::([1-9]))?\\}/g': 'a rule of at most 100 characters',
  },
  'packages/server/src/applications/diagnostics/address-difference.ts': {
    '/:\\d*$/': 'digits after one colon are looked at once',
    '/:(\\d*)$/': 'the same',
  },
  'packages/server/src/applications/oidc/authorization/form-post.ts': {
    '/<form method="post" action="([^"]*)">([\\s\\S]*?)<noscript>/':
      'reads the page of the library, which has one form',
    '/<input type="hidden" name="(\\w+)" value="([^"]*)"\\/>/g':
      'the same; a name ends where its quote does',
  },
  'packages/server/src/applications/diagnostics/shown-address.ts': {
    '/^(?:([^:/?#]+):)?(?:\\/\\/([^/?#]*))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?$/s':
      'fits every text: each part ends where the next begins',
  },
  'packages/server/src/applications/validate-secret.ts': {
    '/^[0-9a-f]+$|^[0-9A-F]+$/': 'read twice from the beginning, no more',
  },
  'packages/server/src/directory/import/mapping/header-meaning.ts': {
    '/\\[[^\\][]*\\]/g': 'a header of at most 256 characters; looks at each one twice at most',
    '/\\(([^()]*)\\)/g': 'the same',
  },
  'packages/server/src/directory/import/mapping/username-rule.ts': {
    '/^[._-]+|[._-]+$/g': 'a name of at most 256 characters',
    '/[._-]+$/g': 'a username of at most 64 characters',
  },
  'packages/server/src/directory/import/read/row.ts': {
    '/^\\s*\\d{8,}\\s*$|^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/': 'a header of at most 256 characters',
  },
  'packages/server/src/pages/address.ts': { '/\\?.*$/s': 'fits from the first question mark' },
  'packages/server/src/pages/send-page.ts': {
    '/<link rel="preload" as="font"[^>]*>/g': 'our own page, in which no other “<” stands open',
  },
  'packages/server/src/pages/static-files.ts': {
    '/[\\\\/]kpi-id-signin(?:\\.[\\da-f]+)?\\.m?js(?:\\.br|\\.gz)?$/': 'paths of our own files',
    '/\\.(\\w+)$/': 'the operator’s own path',
  },
  'packages/server/src/sign-in/diia/signature/authorities.ts': {
    '/-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----/g':
      'files the operator has put there',
  },
  'packages/server/src/users/password-policy.ts': {
    '/\\P{L}+$/u': 'a password of 1024 characters at most',
  },
  'packages/web/src/i18n/trans.tsx': {
    '/<(\\w+)(?:\\/>|>(.*?)<\\/\\1>)/s': 'our own texts',
  },
  'packages/web/src/sign-in/diia/in-app-hint.tsx': {
    '/Telegram|Instagram|FBA[NV]|FB_IAB|Messenger|Viber|TikTok|musical_ly|LinkedInApp|Snapchat|; wv\\)/':
      'words without repetition; too many for the checker',
  },
  'packages/web/src/wizard/integration/code-block.tsx': {
    '/("[^"\\n]*"|\'[^\'\\n]*\')/': 'lines of our own snippets, in the browser that made them',
  },
};

/** Files that compose a pattern at run time, from escaped words of the product itself. */
const composed = new Set(['packages/server/src/http/not-found.ts']);

type Node = {
  type?: string;
  regex?: { pattern: string; flags: string };
  callee?: Node;
  name?: string;
};

/** Returns the regular expression literals of a file, and whether it composes one at run time. */
function patternsOf(file: string) {
  const source = readFileSync(join(root, file), 'utf8');
  const patterns: RegExp[] = [];
  let composes = false;
  const visit = (node: Node) => {
    if (node.regex) patterns.push(new RegExp(node.regex.pattern, node.regex.flags));
    composes ||= node.callee?.name === 'RegExp';
    for (const inner of Object.values(node).flat())
      if (inner !== null && typeof inner === 'object') visit(inner as Node);
  };
  if (/\/|RegExp/.test(source)) visit(parseSync(file, source).program as Node);
  return { patterns, composes };
}

const results = new Map<string, boolean>();

/** Limits steps instead of time, so that the result is the same on every machine. A pattern of several files is judged once. */
function isQuick(pattern: RegExp): boolean {
  const limits = { maxScore: 200, maxSteps: 5000, timeout: Number.POSITIVE_INFINITY };
  const result = results.get(`${pattern}`) ?? isSafe(pattern, limits).safe;
  results.set(`${pattern}`, result);
  return result;
}

const files = globSync(
  [
    'packages/{contract,server,signin-button,simulators,web}/src/**/*.{ts,tsx}',
    'examples/*/**/*.{mjs,ts,tsx}',
  ],
  {
    cwd: root,
  },
)
  .filter(
    (file) => !/\.test\.|\/(?:testing|node_modules|dist)\/|^packages\/simulators\//.test(file),
  )
  .sort();

test('no pattern is slow, except the listed ones', () => {
  expect(files.length).toBeGreaterThan(400);
  const slow: Record<string, string[]> = {};
  const composing: string[] = [];
  for (const file of files) {
    const { patterns, composes } = patternsOf(file);
    const found = patterns.filter((pattern) => !isQuick(pattern)).map(String);
    if (found.length > 0) slow[file] = found;
    if (composes) composing.push(file);
  }
  const known = Object.entries(excused).map(([file, patterns]) => [file, Object.keys(patterns)]);
  expect(slow).toEqual(Object.fromEntries(known));
  expect(composing).toEqual([...composed]);
});

test('the checker recognises slow patterns', () => {
  for (const slow of [/(a+)+$/, /^(a|a)*$/, /\/+$/, /(\w+\s?)*:/, /^\s+|\s+$/g])
    expect(isQuick(slow), `${slow}`).toBe(false);
  for (const quick of [/^[\w-]{43}$/, /^[a-z]+$/, /[?#;]/]) expect(isQuick(quick)).toBe(true);
});
