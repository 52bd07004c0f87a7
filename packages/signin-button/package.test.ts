// Tests the packed package after installation into an empty project outside this repository.

import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`));

let project: string;
let installed: string;

function run(command: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args[0]}: ${stdout}${stderr}`);
  return stdout;
}

const node = (...args: string[]) => run(process.execPath, ...args);

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'brama-package-'));
  installed = join(project, 'node_modules/@brama/signin-button');
  const built = join(project, 'built');
  node(join(import.meta.dirname, 'build.ts'), built);
  const [archive] = (await readdir(built)).filter((file) => file.endsWith('.tgz'));
  await mkdir(installed, { recursive: true });
  run('tar', '-xzf', join(built, `${archive}`), '--strip-components=1', '-C', installed);
  await mkdir(join(project, 'node_modules/@types'));
  for (const name of ['react', 'react-dom', '@types/react'])
    await symlink(folderOf(name), join(project, 'node_modules', name));
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rm(project, { recursive: true }));

test('it contains modules, types, licence and manual, but no sources or tests', async () => {
  const entries = await readdir(installed, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(installed, join(parentPath, name)));
  const kinds = files.map((file) => file.replace(/^([a-z-]+\/)?[a-z-]+(?=\.)/, '*'));
  expect([...new Set(kinds)].sort()).toEqual(['*.d.ts', '*.js', '*.json', 'LICENSE', 'README.md']);
  const { exports } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'));
  for (const entry of ['.', './react', './options', './snippets']) {
    const { types, default: module } = exports[entry];
    expect(files).toEqual(expect.arrayContaining([types.slice(2), module.slice(2)]));
    // the modules that they import exist too
    for (const file of [types, module]) {
      const code = await readFile(join(installed, file), 'utf8');
      for (const [, near] of code.matchAll(/^(?:import|export) .*from '(\.\.?\/.+)';$/gm)) {
        expect(near).toMatch(/\.js$/);
        expect(files).toContain(join(dirname(file), `${near}`));
      }
    }
  }
});

const consumer = `
import { loadKpiIdSignin } from '@brama/signin-button';
import { addressOf, type ButtonOptions } from '@brama/signin-button/options';
import { KpiIdSignin, type KpiIdStatus, useKpiIdSignin } from '@brama/signin-button/react';
import { markupSnippet } from '@brama/signin-button/snippets';

export const size: ButtonOptions['size'] = 'small';
export const address: string = addressOf('https://id.example', { appId: 'x', state: '' });
export const loaded: Promise<void> = loadKpiIdSignin('https://id.example');
export const markup: (origin: string, given: ButtonOptions) => string = markupSnippet;

export function SignIn({ caption }: { caption?: string }) {
  const status: KpiIdStatus = useKpiIdSignin('https://id.example');
  window.KPIID?.init();
  return (
    <main>
      {status}
      <KpiIdSignin appId="x" baseUrl="https://id.example" caption={caption} id="a" fullWidth />
      {/* @ts-expect-error no such size */}
      <KpiIdSignin appId="x" baseUrl="https://id.example" size="huge" />
      {/* @ts-expect-error the application id is missing */}
      <KpiIdSignin baseUrl="https://id.example" />
    </main>
  );
}
`;

test.each([
  ['bundler', 'esnext'],
  ['nodenext', 'nodenext'],
])(
  'its types resolve and are strict (%s)',
  { tags: ['long'] },
  async (moduleResolution, module) => {
    await writeFile(join(project, 'consumer.tsx'), consumer);
    const compilerOptions = {
      module,
      moduleResolution,
      target: 'es2022',
      lib: ['es2022', 'dom'],
      jsx: 'react-jsx',
      types: [],
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
    };
    const config = join(project, `tsconfig.${moduleResolution}.json`);
    await writeFile(config, JSON.stringify({ compilerOptions, files: ['consumer.tsx'] }));
    expect(node(join(folderOf('typescript'), 'bin/tsc'), '-p', config)).toBe('');
  },
);

test('in plain Node it renders a link that works without a script', () => {
  const html = node(
    '--input-type=module',
    '--eval',
    `import { createElement } from 'react';
    import { renderToString } from 'react-dom/server';
    import '@brama/signin-button';
    import { KpiIdSignin } from '@brama/signin-button/react';
    const props = { appId: 'a-1', baseUrl: 'https://id.example/uk/', size: 'small' };
    console.log(renderToString(createElement(KpiIdSignin, props)));`,
  );
  expect(html).toContain(
    '<a href="https://id.example/?appId=a-1" target="_top">Увійти через Браму</a>',
  );
  expect(html).toContain('min-height:32px');
});

async function bundle(code: string): Promise<Rolldown.OutputChunk> {
  await writeFile(join(project, 'entry.js'), code);
  const [built] = (await build({
    root: project,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      lib: { entry: join(project, 'entry.js'), formats: ['es'] },
      rolldownOptions: { external: [/^react/], checks: { pluginTimings: false } },
    },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = built?.output ?? [];
  if (!chunk) throw new Error('nothing was bundled');
  return chunk;
}

test('the bundled component stays within its size limit and does not include React', async () => {
  const react = await bundle("export { KpiIdSignin } from '@brama/signin-button/react';");
  expect(react.imports.sort()).toEqual(['react', 'react/jsx-runtime']);
  expect(gzipSync(react.code).length).toBeLessThan(2.5 * 1024);
  const loader = await bundle("export { loadKpiIdSignin } from '@brama/signin-button';");
  expect(loader.imports).toEqual([]);
  expect(gzipSync(loader.code).length).toBeLessThan(1024);
});
