// Checks the imports of all packages, scripts, tests and examples against the table in import-rules.ts.

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { root } from '../children.ts';
import { exceptions, importRules } from './import-rules.ts';
import { resolveImport } from './resolve-import.ts';

/** Returns the specifiers of static, dynamic and type imports and of re-exports. */
function importsOf(file: string, source: string): string[] {
  const { module } = parseSync(file, source);
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    source.slice(start, end).replaceAll(/^['"`]|['"`]$/g, ''),
  );
  const types = [...source.matchAll(/\bimport\('([^']+)'\)/g)].map(([, name = '']) => name);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
    ...dynamic,
    ...types,
  ];
}

/** Returns the rule of a file. A `*` in its area is replaced by the folder of the file. */
function ruleOf(file: string) {
  return importRules
    .flatMap((rule) => {
      const pattern = rule.area.replaceAll('.', '\\.').replaceAll('*', '[^/]+');
      const area = new RegExp(`^${pattern}`).exec(file)?.[0];
      return area === undefined ? [] : [{ ...rule, area }];
    })
    .reduce<(typeof importRules)[number] | undefined>(
      (best, rule) => (best && best.area.length >= rule.area.length ? best : rule),
      undefined,
    );
}

function matches(allowed: string, target: string): boolean {
  if (!allowed.includes('*')) {
    // a folder allows its own files and, where no rule of their own exists, those below
    return allowed.endsWith('/') || allowed === ''
      ? target.startsWith(allowed)
      : target === allowed;
  }
  const [before = '', after = ''] = allowed.split('*');
  const middle = target.slice(before.length, target.length - after.length);
  return target.startsWith(before) && target.endsWith(after) && !middle.includes('/');
}

/** Returns why `from` may not import `target`, or undefined if it may. */
function violation(from: string, target: string): string | undefined {
  const rule = ruleOf(from);
  if (!rule) return `${from} belongs to no area of the table`;
  const own = ruleOf(target)?.area === rule.area;
  // a test may import all files of its package and the test support in scripts/
  const test = /\.test\.tsx?$|\.spec\.ts$/.test(from);
  const ofTests = test && (samePackage(from, target) || target.startsWith('scripts/'));
  const inner = (allowed: string) =>
    matches(allowed, target) && !isStricter(allowed, ruleOf(target)?.area ?? '');
  if (own || ofTests || rule.mayImport.some(inner)) return undefined;
  return `${from} -> ${target}: ${rule.reason}`;
}

const samePackage = (from: string, target: string) =>
  from.split('/', 2).join('/') === target.split('/', 2).join('/');

/** A protocol may import `applications/`, but not what a longer path of the table keeps apart. */
function isStricter(allowed: string, area: string): boolean {
  return allowed === 'packages/server/src/applications/' && area !== allowed;
}

const files = globSync(
  '{packages,scripts,e2e,interop,faults,bench,examples}/**/*.{ts,tsx,mts,mjs}',
  {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist|dist-ssr|released)$/.test(name),
  },
).map((file) => file.replaceAll('\\', '/'));

/** Each file with the files of the repository that it imports. */
const graph: ReadonlyMap<string, readonly string[]> = new Map(
  files.map((file) => [
    file,
    importsOf(file, readFileSync(join(root, file), 'utf8')).flatMap(
      (specifier) => resolveImport(file, specifier) ?? [],
    ),
  ]),
);

test('every import follows the rules table', () => {
  const violations = [...graph].flatMap(([file, targets]) =>
    targets.flatMap((target) => {
      const broken = violation(file, target);
      return broken && !exceptions.includes(`${file} -> ${target}`) ? [broken] : [];
    }),
  );
  expect(files.length).toBeGreaterThan(900);
  expect(violations).toEqual([]);
});

test('every exception is still needed', () => {
  const used = new Set(
    [...graph].flatMap(([file, targets]) => targets.map((target) => `${file} -> ${target}`)),
  );
  expect(exceptions.filter((exception) => !used.has(exception))).toEqual([]);
});

/**
 * Returns the files of each import cycle: the strongly connected components (Tarjan, 1972). A file that imports itself
 * is a cycle too.
 */
function cyclesIn(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const waiting: string[] = [];
  const done = new Set<string>();
  const cycles: string[][] = [];

  /** Returns the earliest file that is reachable from this one and not in a finished component. */
  function visit(file: string): number {
    const own = order.size;
    order.set(file, own);
    waiting.push(file);
    const targets = (imports.get(file) ?? []).filter((target) => imports.has(target));
    const lowest = targets.reduce(
      (low, target) => (done.has(target) ? low : Math.min(low, order.get(target) ?? visit(target))),
      own,
    );
    if (lowest < own) return lowest;
    const component = waiting.splice(waiting.indexOf(file));
    for (const member of component) done.add(member);
    if (component.length > 1 || targets.includes(file)) cycles.push(component.sort());
    return own;
  }

  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return cycles;
}

test('no files import each other in a cycle, not even for types or lazily', () => {
  const product = [...graph].filter(([file]) => !/\.test\.tsx?$|\.spec\.ts$/.test(file));
  expect(cyclesIn(new Map(product))).toEqual([]);
});

test('names the files of each cycle', () => {
  const imports = (files: Record<string, string[]>) => new Map(Object.entries(files));
  const tree = { a: ['b', 'c'], b: ['d'], c: ['d', 'b'], d: ['elsewhere'] };
  expect(cyclesIn(imports(tree))).toEqual([]);
  expect(cyclesIn(imports({ ...tree, d: ['b'] }))).toEqual([['b', 'd']]);
  expect(cyclesIn(imports({ ...tree, d: ['a'], e: ['f', 'a'], f: ['e'], g: ['g'] }))).toEqual([
    ['a', 'b', 'c', 'd'],
    ['e', 'f'],
    ['g'],
  ]);
});

const server = 'packages/server/src';
const web = 'packages/web/src';

describe('rejects', () => {
  test.each([
    ['contract → server', 'packages/contract/src/paths.ts', `${server}/errors.ts`],
    [
      'button → contract',
      'packages/signin-button/src/button/draw.ts',
      'packages/contract/src/paths.ts',
    ],
    ['infrastructure → users', `${server}/database/open.ts`, `${server}/users/user.ts`],
    ['infrastructure → HTTP', `${server}/mail/mailer.ts`, `${server}/http/server.ts`],
    ['users → HTTP', `${server}/users/store.ts`, `${server}/http/server.ts`],
    ['sessions → a feature', `${server}/sessions/store.ts`, `${server}/sign-in/method.ts`],
    ['HTTP → a feature', `${server}/http/server.ts`, `${server}/account/routes.ts`],
    ['pages → a feature', `${server}/pages/pages.ts`, `${server}/sign-in/methods.ts`],
    ['sign-in → applications', `${server}/sign-in/service.ts`, `${server}/applications/store.ts`],
    ['applications → sign-in', `${server}/applications/store.ts`, `${server}/sign-in/method.ts`],
    ['account → sign-in', `${server}/account/routes.ts`, `${server}/sign-in/method.ts`],
    [
      'directory → applications',
      `${server}/directory/apply/apply.ts`,
      `${server}/applications/store.ts`,
    ],
    ['method → method', `${server}/sign-in/google/compose.ts`, `${server}/sign-in/diia/compose.ts`],
    ['method → service', `${server}/sign-in/google/compose.ts`, `${server}/sign-in/service.ts`],
    [
      'protocol → protocol',
      `${server}/applications/link/protocol.ts`,
      `${server}/applications/oidc/protocol.ts`,
    ],
    ['a feature → the composition root', `${server}/account/routes.ts`, `${server}/app/compose.ts`],
    ['server → web', `${server}/pages/pages.ts`, `${web}/app/screens.ts`],
    ['web → server', `${web}/portal/auto-open.ts`, `${server}/errors.ts`],
    ['components → screens', `${web}/ui/address.tsx`, `${web}/portal/auto-open.ts`],
    ['parts → product', 'packages/ui/src/button.tsx', `${web}/ui/address.tsx`],
    ['parts → contract', 'packages/ui/src/button.tsx', 'packages/contract/src/paths.ts'],
    ['frame → screens', `${web}/frame/page/page.tsx`, `${web}/help/faq.tsx`],
    ['screen → screen', `${web}/portal/auto-open.ts`, `${web}/help/faq.tsx`],
    ['product → stories', `${web}/portal/auto-open.ts`, `${web}/stories/story.tsx`],
    ['simulators → server', 'packages/simulators/src/people.ts', `${server}/errors.ts`],
    ['browser tests → server', 'e2e/sign-in/gates.spec.ts', `${server}/errors.ts`],
    ['third-party tests → server', 'interop/parties.test.ts', `${server}/errors.ts`],
    ['product → test support', `${server}/app/compose.ts`, 'packages/server/test/support/world.ts'],
  ])('%s', (_, from, target) => {
    expect(violation(from, target)).toContain(`${from} -> ${target}`);
  });

  test('a file that belongs to no area', () => {
    expect(violation('tools/new.ts', `${server}/errors.ts`)).toContain('no area');
  });
});
