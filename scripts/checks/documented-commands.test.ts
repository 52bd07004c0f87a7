// Checks the commands in blocks of shell in the documents. Those of Brama are valid command lines, and those of npm exist. Every
// other program is listed with the reason why no test runs it as it is printed.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  asksForHelp,
  readLine,
  unknownArea,
} from '../../packages/server/src/commands/line/read-line.ts';
import { type AreaName, areas } from '../../packages/server/src/commands/line/table.ts';
import { root } from '../children.ts';

const files = globSync(
  ['*.md', 'docs/**/*.md', 'deploy/**/*.md', 'examples/*.md', 'packages/*/README.md'],
  { cwd: root },
).filter((file) => file !== 'CHANGELOG.md');

/** Reason → programs. */
const notRun: Record<string, string> = {
  'systemd as process 1': 'systemctl journalctl',
  'an image engine': 'docker docker-compose',
  Kubernetes: 'kubectl',
  'root, or a package of the distribution': 'apt chgrp chmod sha256sum su update-ca-certificates',
  'a new checkout, or a link between releases': 'git cd ln',
  'the shell, and programs of every system':
    'cat cp echo export jq mkdir mv set . umask curl openssl qrencode age-keygen tee',
  'examples of a language, which test:interop runs': 'node',
  'a function of the page, which documentation.test.ts runs': 'api',
  'a program of the application that is connected': 'occ',
};
const others = new Set(Object.values(notRun).flatMap((programs) => programs.split(' ')));

const scripts = Object.keys(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts);

const token = /\n|#.*|(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s"'|;&()<>])+|[|;&()<>]+/g;

/** Returns the words of a command without assignments, redirections and braces of a function. */
function programAndArguments(words: readonly string[]): string[] {
  const redirected = words.findIndex((word) => /^[<>]/.test(word));
  const given = (redirected < 0 ? words : words.slice(0, redirected)).filter(
    (word) => !['', '{', '}'].includes(word),
  );
  const first = given.findIndex((word) => !/^[A-Za-z_]\w*=/.test(word));
  return first < 0 ? [] : given.slice(first);
}

/** Returns the commands of a block, without the text of here-documents. Those in substitutions come last. */
function commandsIn(block: string): string[][] {
  const plain = block
    .replaceAll(/<<'?(\w+)'?.*\n[\s\S]*?\n\1(?=\n|$)/g, '')
    .replaceAll('\\\n', ' ');
  const inner: string[] = [];
  const outer = plain.replaceAll(/\$\(([^()]*)\)/g, (_, command: string) => {
    inner.push(command);
    return 'X';
  });
  const commands: string[][] = [[]];
  for (const [word] of `${outer}\n${inner.join('\n')}`.matchAll(token))
    if (/^[\n|;&()]+$/.test(word)) commands.push([]);
    else if (!word.startsWith('#')) commands.at(-1)?.push(word.replaceAll(/^['"]|['"]$/g, ''));
  return commands.map(programAndArguments).filter((words) => words.length > 0);
}

/** The beginnings of a command line of Brama: in the sources, the package, the archive and a container. */
const starts = [
  ['npm', 'run', '--silent', 'brama', '--'],
  ['npm', 'run', 'brama', '--'],
  ['docker-compose', 'exec', 'brama', 'brama'],
  ['node_modules/.bin/node', 'packages/server/dist/main.cjs'],
  ['bin/brama'],
  ['brama'],
];

/** Returns the words after the program if it is that of Brama. */
function argumentsOfBrama(words: readonly string[]): readonly string[] | undefined {
  const start = starts.find((one) => one.every((word, index) => words[index] === word));
  return start && words.slice(start.length);
}

function faultOfBrama([area = '', ...args]: readonly string[]): string | undefined {
  if (asksForHelp([area, ...args]) || ['', '--version', 'COMMAND'].includes(area)) return undefined;
  if (!Object.hasOwn(areas, area)) return unknownArea(area);
  try {
    readLine(area as AreaName, args);
    return undefined;
  } catch (cause) {
    return (cause as Error).message;
  }
}

function faultOfNpm([verb = '', ...rest]: readonly string[]): string | undefined {
  const name = verb === 'run' ? rest.find((word) => !word.startsWith('-')) : verb;
  const isKnown = [...scripts, 'ci', 'install', 'audit'].includes(`${name}`);
  return isKnown ? undefined : `no script ${name}`;
}

/** Returns what is wrong with a command line, or undefined. */
function faultOf(words: readonly string[]): string | undefined {
  const [program = '', ...rest] = words;
  const given = argumentsOfBrama(words);
  if (given) return faultOfBrama(given);
  if (program === 'npm') return faultOfNpm(rest);
  return others.has(program) ? undefined : `unlisted program ${program}`;
}

const blocksOf = (text: string) =>
  [...text.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, block = '']) => block);

test('every command in a block of shell exists, or is listed with a reason', () => {
  const found = files.flatMap((file) =>
    blocksOf(readFileSync(join(root, file), 'utf8')).flatMap((block) =>
      commandsIn(block).map((words) => ({ file, words })),
    ),
  );
  expect(found.length).toBeGreaterThan(200);
  const faults = found.flatMap(({ file, words }) => {
    const fault = faultOf(words);
    return fault === undefined ? [] : [`${file}: ${words.join(' ')}: ${fault}`];
  });
  expect(faults).toEqual([]);
  const used = new Set(found.map(({ words: [program = ''] }) => program));
  expect([...others].filter((program) => !used.has(program))).toEqual([]);
});

test('every command in backticks exists', () => {
  const faults = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
    const spans = [...text.matchAll(/`((?:npm run|brama|bin\/brama) [a-z-][^`\n]*)`/g)];
    return spans.flatMap(([, span = '']) => {
      const [words = []] = commandsIn(span);
      const given = argumentsOfBrama(words);
      // a mention may leave out what the command needs
      const isMention = given?.[0] !== undefined && Object.hasOwn(areas, given[0]);
      const fault = isMention ? undefined : faultOf(words);
      return fault === undefined ? [] : [`${file}: ${span}: ${fault}`];
    });
  });
  expect(faults).toEqual([]);
});

test('the search finds commands behind assignments, in substitutions and pipes', () => {
  const block =
    "A=1 npm run x -- 'a b' | tee y  # note\nT=$(brama keys list)\ncat > f <<'END'\nno\nEND\n";
  expect(commandsIn(block)).toEqual([
    ['npm', 'run', 'x', '--', 'a b'],
    ['tee', 'y'],
    ['cat'],
    ['brama', 'keys', 'list'],
  ]);
  expect(faultOf(['brama', 'keys', 'lost'])).toContain('unknown command');
  expect(faultOf(['npm', 'run', 'no'])).toBe('no script no');
});
