// Builds the script of the button. Pages that want updates use its plain address or `/v1/`. Pages that pin it
// (Subresource Integrity) use a name with its hash. The build keeps the pinned scripts of earlier releases.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuiltButton } from '@brama/manual/content/snippets';
import { build, type Rolldown } from 'vite';
import { copyReleased, digestOf } from './released.ts';

async function bundle(entry: string, format: 'iife' | 'es'): Promise<string> {
  const [built] = (await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      copyPublicDir: false,
      lib: { entry, formats: [format], name: 'kpiIdSignin' },
      // Vite does not minify modules fully, because bundlers do; browsers load this module directly
      rolldownOptions: { output: { minify: true }, checks: { pluginTimings: false } },
    },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = built?.output ?? [];
  if (!chunk) throw new Error('the button was not built');
  return chunk.code;
}

/** Writes the script in one format: under its plain name, below `/v1/`, and under the name with its hash. */
async function write(dist: string, code: string, ending: 'js' | 'mjs'): Promise<BuiltButton> {
  const digest = digestOf(code);
  const file = `v1/kpi-id-signin.${digest.toString('hex').slice(0, 12)}.${ending}`;
  for (const path of [`kpi-id-signin.${ending}`, `v1/kpi-id-signin.${ending}`, file])
    await writeFile(join(dist, path), code);
  return { file, integrity: `sha384-${digest.toString('base64')}` };
}

/**
 * Writes the script files into `dist`, and copies those of earlier releases from `released`. Returns the classic
 * script.
 */
export async function buildButton(
  root: string,
  dist: string,
  released = join(root, '../signin-button/released'),
): Promise<BuiltButton> {
  const sources = join(root, '../signin-button/src');
  await mkdir(join(dist, 'v1'), { recursive: true });
  await copyReleased(released, join(dist, 'v1'));
  await write(dist, await bundle(join(sources, 'module.ts'), 'es'), 'mjs');
  return write(dist, await bundle(join(sources, 'script.ts'), 'iife'), 'js');
}
