// An import rule counts once it has been seen to refuse: every one is broken here, in a copy of the tree
// that holds nothing but planted imports.

import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './children.ts';

const server = 'packages/server/src';
const web = 'packages/web/src';

/** name, where the import stands, what it imports, words of the refusal */
const forbidden: [string, string, string, string][] = [
  ['contract → server', 'packages/contract/src', '@brama/server/config', 'imports nobody'],
  [
    'contract → server, by path',
    'packages/contract/src',
    '../../server/src/config.ts',
    'imports nobody',
  ],
  [
    'button → contract',
    'packages/signin-button/src',
    '@brama/contract/paths',
    'The button imports nobody',
  ],
  ['composition → web', server, '@brama/web/screens', 'may not import that one'],
  ['composition → web, by path', server, '../../web/src/screens.ts', 'by its name'],
  ['ground → web, by path', `${server}/database`, '../../../web/src/screens.ts', 'by its name'],
  ['core → scripts', `${server}/users`, '../../../../scripts/children.ts', 'by its name'],
  ['http → web, by path', `${server}/http`, '../../../web/src/screens.ts', 'by its name'],
  ['sign-in → web, by path', `${server}/sign-in`, '../../../web/src/screens.ts', 'by its name'],
  [
    'applications → scripts',
    `${server}/applications`,
    '../../../../scripts/demo.ts',
    'by its name',
  ],
  ['account → web, by path', `${server}/account`, '../../../web/src/screens.ts', 'by its name'],
  [
    'account, inside → web, by path',
    `${server}/account/data`,
    '../../../../web/src/screens.ts',
    'by its name',
  ],
  ['admin → web, by path', `${server}/admin`, '../../../web/src/screens.ts', 'by its name'],
  [
    'admin, inside → web, by path',
    `${server}/admin/apply`,
    '../../../../web/src/screens.ts',
    'by its name',
  ],
  [
    'method → web, by path',
    `${server}/sign-in/google`,
    '../../../../web/src/screens.ts',
    'by its name',
  ],
  [
    'protocol → web, by path',
    `${server}/applications/oidc`,
    '../../../../web/src/screens.ts',
    'by its name',
  ],
  [
    'method → the door’s workings',
    `${server}/sign-in/google`,
    '../door.ts',
    'never another method',
  ],
  [
    'protocol → the door’s store',
    `${server}/applications/oidc`,
    '../store.ts',
    'never another protocol',
  ],
  ['ground → core', `${server}/database`, '../users/user.ts', 'ground knows nobody'],
  ['ground → http', `${server}/database`, '../http/visitor.ts', 'ground knows nobody'],
  ['ground → door', `${server}/database`, '../sign-in/method.ts', 'ground knows nobody'],
  ['ground → compose', `${server}/database`, '../compose.ts', 'ground knows nobody'],
  ['ground → its parts', `${server}/database`, '../compose/core.ts', 'ground knows nobody'],
  ['core → the parts of compose', `${server}/users`, '../compose/parts.ts', 'core knows neither'],
  [
    'ground → simulators',
    `${server}/database`,
    '@brama/simulators/people',
    'may not import that one',
  ],
  ['core → http', `${server}/users`, '../http/visitor.ts', 'core knows neither'],
  ['core → door', `${server}/sessions`, '../applications/protocol.ts', 'core knows neither'],
  ['limits → http', `${server}/limits`, '../http/server.ts', 'core knows neither'],
  ['ground → limits', `${server}/database`, '../limits/store.ts', 'ground knows nobody'],
  ['core → web', `${server}/users`, '@brama/web/screens', 'may not import that one'],
  ['http → door', `${server}/http`, '../sign-in/methods.ts', 'HTTP serves the doors'],
  ['http → compose', `${server}/http`, '../compose.ts', 'HTTP serves the doors'],
  ['http → its parts', `${server}/http`, '../compose/core.ts', 'HTTP serves the doors'],
  ['http → simulators', `${server}/http`, '@brama/simulators/people', 'may not import that one'],
  [
    'sign-in → applications',
    `${server}/sign-in`,
    '../applications/store.ts',
    'strangers to each other',
  ],
  ['sign-in → web', `${server}/sign-in`, '@brama/web/screens', 'may not import that one'],
  [
    'applications → sign-in',
    `${server}/applications`,
    '../sign-in/method.ts',
    'strangers to each other',
  ],
  ['applications → web', `${server}/applications`, '@brama/web/screens', 'may not import that one'],
  [
    'account → applications',
    `${server}/account`,
    '../applications/access.ts',
    'strangers to each other',
  ],
  ['account → web', `${server}/account`, '@brama/web/screens', 'may not import that one'],
  [
    'account, inside → sign-in',
    `${server}/account/data`,
    '../../sign-in/method.ts',
    'strangers to each other',
  ],
  [
    'account, inside → web',
    `${server}/account/data`,
    '@brama/web/screens',
    'may not import that one',
  ],
  ['admin → sign-in', `${server}/admin`, '../sign-in/method.ts', 'strangers to each other'],
  ['admin → web', `${server}/admin`, '@brama/web/screens', 'may not import that one'],
  [
    'admin, inside → applications',
    `${server}/admin/apply`,
    '../../applications/store.ts',
    'strangers to each other',
  ],
  ['admin, inside → web', `${server}/admin/apply`, '@brama/web/screens', 'may not import that one'],
  ['method → method', `${server}/sign-in/google`, '../diia/method.ts', 'never another method'],
  [
    'method → method, the long way',
    `${server}/sign-in/google`,
    '../../sign-in/diia/method.ts',
    'never another method',
  ],
  ['method → list', `${server}/sign-in/google`, '../methods.ts', 'never another method'],
  [
    'method → other door',
    `${server}/sign-in/google`,
    '../../applications/store.ts',
    'strangers to each other',
  ],
  ['method → compose', `${server}/sign-in/google`, '../../compose.ts', 'strangers to each other'],
  [
    'method → its parts',
    `${server}/sign-in/google`,
    '../../compose/core.ts',
    'strangers to each other',
  ],
  ['method → web', `${server}/sign-in/google`, '@brama/web/screens', 'may not import that one'],
  [
    'protocol → protocol',
    `${server}/applications/saml`,
    '../oidc/protocol.ts',
    'never another protocol',
  ],
  ['protocol → list', `${server}/applications/oidc`, '../protocols.ts', 'never another protocol'],
  [
    'protocol → other door',
    `${server}/applications/oidc`,
    '../../sign-in/method.ts',
    'strangers to each other',
  ],
  [
    'protocol → web',
    `${server}/applications/oidc`,
    '@brama/web/screens',
    'may not import that one',
  ],
  ['web → server inside', web, '../../server/src/config.ts', 'by its name'],
  ['web → server', web, '@brama/server/config', 'may not import that one'],
  ['ui → server inside', `${web}/ui`, '../../../server/src/config.ts', 'by its name'],
  ['ui → server', `${web}/ui`, '@brama/server/config', 'may not import that one'],
  ['ui → screen', `${web}/ui`, '../portal/app-card.tsx', 'do not know the screens'],
  ['words → screen', `${web}/words`, '../portal/app-card.tsx', 'do not know the screens'],
  ['frame → screen', `${web}/frame`, '../portal/app-card.tsx', 'do not know the screens'],
  ['ui → component page', `${web}/ui`, '../components/specimen.tsx', 'no part of it'],
  ['screen → component page', `${web}/portal`, '../components/specimen.tsx', 'no part of it'],
  ['component page → screen', `${web}/components`, '../portal/app-card.tsx', 'do not know'],
  ['screen → server inside', `${web}/portal`, '../../../server/src/config.ts', 'by its name'],
  ['screen → server', `${web}/portal`, '@brama/server/config', 'may not import that one'],
  ['screen → screen', `${web}/portal`, '../sign-in/entry.ts', 'Screens are strangers'],
  ['screen → Google’s page', `${web}/sign-in`, '../google/finish.ts', 'Screens are strangers'],
  ['Google’s page → screen', `${web}/google`, '../sign-in/entry.ts', 'Screens are strangers'],
  ['ui → Google’s page', `${web}/ui`, '../google/finish.ts', 'do not know the screens'],
  [
    'simulator → server inside',
    'packages/simulators/src',
    '../../server/src/config.ts',
    'Simulators stand alone',
  ],
  [
    'simulator → contract',
    'packages/simulators/src/sample-app',
    '@brama/contract/ticket',
    'Simulators stand alone',
  ],
  ['whole system → server', 'e2e', '@brama/server/config', 'over HTTP only'],
  ['whole system → server inside', 'e2e', '../packages/server/src/config.ts', 'by its name'],
  ['faults → server', 'faults', '@brama/server/config', 'over HTTP only'],
  ['benchmark → server', 'bench', '@brama/server/config', 'over HTTP only'],
  ['clients of others → server', 'interop', '@brama/server/config', 'over HTTP only'],
  [
    'clients of others → server inside',
    'interop',
    '../packages/server/src/testing/world.ts',
    'by its name',
  ],
];

/** The folders below the composition, and what is said to a file there that imports it. */
const belowComposition: [string, string][] = [
  ['database', 'ground knows nobody'],
  ['users', 'core knows neither'],
  ['sessions', 'core knows neither'],
  ['limits', 'core knows neither'],
  ['http', 'HTTP serves the doors'],
  ['sign-in', 'strangers to each other'],
  ['sign-in/google', 'strangers to each other'],
  ['applications', 'strangers to each other'],
  ['applications/oidc', 'strangers to each other'],
  ['account', 'strangers to each other'],
  ['account/data', 'strangers to each other'],
  ['admin', 'strangers to each other'],
  ['admin/apply', 'strangers to each other'],
];

type Override = { includes: string[] };

/** Files at the top of the server that its lint does not count as ground: they know everybody below them. */
function compositionFiles(): string[] {
  const { overrides } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  const globs = (overrides as Override[]).flatMap(({ includes }) => includes);
  const ground = globs.flatMap(
    (glob) => /^packages\/server\/src\/\{(.*)\}\.ts$/.exec(glob)?.[1] ?? [],
  );
  const names = ground.flatMap((list) => list.split(',')).map((name) => `${name}.ts`);
  return readdirSync(join(root, server)).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !names.includes(name),
  );
}

for (const name of compositionFiles())
  for (const [folder, words] of belowComposition) {
    const imported = `${folder.replace(/[^/]+/g, '..')}/${name}`;
    forbidden.push([`${folder} → ${name}`, `${server}/${folder}`, imported, words]);
  }

const lawful: [string, string, string][] = [
  ['ground → contract', `${server}/database`, '@brama/contract/errors'],
  ['core → core', `${server}/sessions`, '../users/user.ts'],
  ['core → ground', `${server}/users`, '../database/connect.ts'],
  ['http → core', `${server}/http`, '../sessions/store.ts'],
  ['door → http', `${server}/sign-in`, '../http/visitor.ts'],
  ['list → method', `${server}/sign-in`, './password/method.ts'],
  ['method → door contract', `${server}/sign-in/google`, '../method.ts'],
  ['method → own file', `${server}/sign-in/google`, './client.ts'],
  ['method → core', `${server}/sign-in/google`, '../../users/identify.ts'],
  ['method → http', `${server}/sign-in/google`, '../../http/visitor.ts'],
  ['protocol → door contract', `${server}/applications/oidc`, '../protocol.ts'],
  ['protocol → core', `${server}/applications/oidc`, '../../sessions/store.ts'],
  ['component page → ui', `${web}/components`, '../ui/button.tsx'],
  ['screen → ui', `${web}/portal`, '../ui/button.tsx'],
  ['screen → contract', `${web}/portal`, '@brama/contract/paths'],
  ['clients of others → scenarios', 'interop', '@brama/server/testing/oidc/parties/scenarios'],
  ['composition → everybody', server, './sign-in/methods.ts'],
];

type Diagnostic = { message: string; location?: { path?: string } };

describe('import rules', () => {
  const tree = mkdtempSync(join(tmpdir(), 'brama-imports-'));
  const found = new Map<string, string[]>();
  const fileOf = (place: string, index: number) => `${place}/probe-${index}.ts`;
  const probes = [...forbidden, ...lawful];

  beforeAll(() => {
    copyFileSync(join(root, 'biome.json'), join(tree, 'biome.json'));
    probes.forEach(([, place, imported], index) => {
      const file = join(tree, fileOf(place, index));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(
        file,
        `import * as planted from '${imported}';\nexport const probe = planted;\n`,
      );
    });
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const { stdout } = spawnSync(
      process.execPath,
      [
        biome,
        'lint',
        '--only=style/noRestrictedImports',
        '--reporter=json',
        '--max-diagnostics=none',
        '.',
      ],
      { cwd: tree, encoding: 'utf8', maxBuffer: 1 << 26 },
    );
    for (const { message, location } of JSON.parse(stdout).diagnostics as Diagnostic[]) {
      const path = location?.path ?? '';
      found.set(path, [...(found.get(path) ?? []), message]);
    }
  });
  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  test.each(forbidden.map((probe, index) => [...probe, index] as const))(
    'forbidden: %s',
    (_name, place, _imported, words, index) => {
      const messages = found.get(fileOf(place, index)) ?? [];
      expect(messages.join('\n')).toContain(words);
    },
  );

  test.each(lawful.map((probe, index) => [...probe, index + forbidden.length] as const))(
    'lawful: %s',
    (_name, place, _imported, index) => {
      expect(found.get(fileOf(place, index)) ?? []).toEqual([]);
    },
  );

  test('every rule of biome.json has been broken above', () => {
    const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
    const seen = [...found].flatMap(([path, messages]) =>
      messages.map((message) => `${dirname(path)} ${message}`),
    );
    for (const override of config.overrides) {
      const rule = override.linter?.rules?.style?.noRestrictedImports;
      for (const { message } of rule?.options.patterns ?? []) {
        const [first] = override.includes as string[];
        if (first?.includes('.test.ts')) continue;
        // the folder part of the glob, its braces standing for any of their names
        const folder = (first ?? '').replace(/\/(\*\*|\*\.\{ts,tsx\}|\*\.ts)$/, '');
        const pattern = new RegExp(
          `^${folder.replace(/\{([^}]*)\}/g, (_, names: string) => `(${names.replaceAll(',', '|')})`).replaceAll('*', '[^/]+')}(/[^ ]*)? .*`,
        );
        const hit = seen.some((line) => pattern.test(line) && line.includes(message));
        expect(hit, `${first}: ${message}`).toBe(true);
      }
    }
  });
});
