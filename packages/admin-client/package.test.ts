// Tests the packed client after installation into an empty project outside this repository.

import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const require = createRequire(import.meta.url);
const folderOf = (name: string) => dirname(require.resolve(`${name}/package.json`));

let project: string;
let installed: string;

function node(...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: project,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout;
}

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'brama-client-'));
  installed = join(project, 'node_modules/@brama/admin-client');
  const built = join(project, 'built');
  node(join(import.meta.dirname, 'build.ts'), built);
  const [archive] = (await readdir(built)).filter((file) => file.endsWith('.tgz'));
  await mkdir(installed, { recursive: true });
  spawnSync('tar', ['-xzf', join(built, `${archive}`), '--strip-components=1', '-C', installed]);
  // its one dependency
  await symlink(folderOf('zod'), join(project, 'node_modules/zod'));
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
});
afterAll(() => rm(project, { recursive: true }));

test('it contains one module and types, but no sources', async () => {
  const entries = await readdir(installed, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  expect(files.filter((name) => !name.endsWith('.d.ts')).sort()).toEqual([
    'LICENSE',
    'README.md',
    'client.js',
    'package.json',
  ]);
});

const consumer = `
import { createAdminClient } from '@brama/admin-client';

const client = createAdminClient({ baseUrl: 'https://id.example', token: 'x' });
const params = { path: { id: 'x' }, header: { 'If-Match': '"1"' } };
const titles = { uk: 'а', en: 'a' };

export async function use() {
  await client.GET('/api/admin/me');
  const { data, error } = await client.GET('/api/admin/users', {
    params: { query: { limit: 1, disabled: true, sort: '-fullName' } },
  });
  const refused: string | undefined = error?.code;
  const name: string | undefined = data?.items[0]?.username;
  const page: string | null | undefined = data?.next;
  const changed = await client.PATCH('/api/admin/users/{id}', { params, body: { fullName: 'x' } });
  const version: number | undefined = changed.data?.version;
  const application = { name: 'a', title: titles, description: titles, protocol: { type: 'oidc' } };
  const { data: added } = await client.POST('/api/admin/applications', {
    params: { header: { 'Idempotency-Key': 'x' } },
    body: { ...application, access: { any: [{ group: 'staff' }, { attribute: 'data.x', is: 'y' }] } },
  });
  const title: string | undefined = added?.title.uk;
  const role = await client.PUT('/api/admin/users/{id}/roles/{role}', {
    params: { path: { id: 'x', role: 'auditor' } },
  });
  const waits: string | undefined = role.data?.approval.username;

  // @ts-expect-error there is no such path
  await client.GET('/api/admin/people');
  // @ts-expect-error the path has no such method
  await client.DELETE('/api/admin/me');
  // @ts-expect-error the id is missing
  await client.GET('/api/admin/users/{id}');
  // @ts-expect-error the version is missing
  await client.PATCH('/api/admin/users/{id}', { params: { path: { id: 'x' } }, body: {} });
  // @ts-expect-error the field is unknown
  await client.PATCH('/api/admin/users/{id}', { params, body: { fullNme: 'x' } });
  // @ts-expect-error the field has another type
  await client.PATCH('/api/admin/users/{id}', { params, body: { fullName: 1 } });
  // @ts-expect-error the query has another type
  await client.GET('/api/admin/users', { params: { query: { disabled: 'yes' } } });
  // @ts-expect-error there is no such role
  await client.PUT('/api/admin/users/{id}/roles/{role}', { params: { path: { id: 'x', role: 'king' } } });
  // @ts-expect-error the rule is none
  await client.POST('/api/admin/applications', { body: { ...application, access: { grups: [] } } });
  // @ts-expect-error a user has no such field
  changed.data?.password;
  return [refused, name, page, version, title, waits];
}
`;

test('its types resolve and are strict', { tags: ['long'] }, async () => {
  await writeFile(join(project, 'consumer.ts'), consumer);
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom'],
    types: [],
    strict: true,
    noEmit: true,
  };
  const config = join(project, 'tsconfig.json');
  await writeFile(config, JSON.stringify({ compilerOptions, files: ['consumer.ts'] }));
  expect(node(join(folderOf('typescript'), 'bin/tsc'), '-p', config)).toBe('');
});

test('in plain Node it sends a request', () => {
  const code = `import { createAdminClient } from '@brama/admin-client';
    const fetch = async (request) => {
      console.log(request.method, request.url, ...request.headers, await request.text());
      return new Response(null, { status: 204 });
    };
    const client = createAdminClient({ baseUrl: 'https://id.example/', token: 'x', fetch });
    const params = { path: { name: 'а/б' }, header: { 'If-Match': '"1"' } };
    const { data, response } = await client.DELETE('/api/admin/groups/{name}', { params });
    console.log(data, response.status);`;
  expect(node('--input-type=module', '--eval', code)).toBe(
    "DELETE https://id.example/api/admin/groups/%D0%B0%2F%D0%B1 [ 'authorization', 'Bearer x' ] [ 'if-match', '\"1\"' ] \nundefined 204\n",
  );
});
