import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildButton } from './button.ts';

let dist: string;
beforeEach(async () => {
  dist = await mkdtemp(join(tmpdir(), 'brama-button-'));
});
afterEach(() => rm(dist, { recursive: true }));

const web = join(import.meta.dirname, '..');

test('the module is beside the classic script, under a name with its own hash', async () => {
  const { file } = await buildButton(web, dist);
  expect(file).toMatch(/^v1\/kpi-id-signin\.[\da-f]{12}\.js$/);
  const code = await readFile(join(dist, 'kpi-id-signin.mjs'));
  const hash = createHash('sha384').update(code).digest('hex').slice(0, 12);
  for (const path of ['v1/kpi-id-signin.mjs', `v1/kpi-id-signin.${hash}.mjs`])
    expect(await readFile(join(dist, path))).toEqual(code);
});

test('released scripts are kept byte for byte beside the current script', async () => {
  const released = join(dist, 'released');
  await mkdir(released);
  const code = Buffer.from(
    '"a button of old";\r\n// with bytes that an editor would mend \t\ufeff\n',
  );
  const hash = createHash('sha384').update(code).digest('hex').slice(0, 12);
  const name = `kpi-id-signin.${hash}.js`;
  await writeFile(join(released, name), code);
  await writeFile(join(released, 'README.md'), '# For people');
  const { file } = await buildButton(web, dist, released);
  expect(await readFile(join(dist, 'v1', name))).toEqual(code);
  const classic = (await readdir(join(dist, 'v1'))).filter((one) => one.endsWith('.js'));
  expect(classic.map((one) => `v1/${one}`).sort()).toEqual(
    [`v1/${name}`, file, 'v1/kpi-id-signin.js'].sort(),
  );

  await writeFile(join(released, name), `${code} `);
  await expect(buildButton(web, dist, released)).rejects.toThrow(`${name} was changed`);
});
