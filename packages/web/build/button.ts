// The script of the embeddable button: at its plain address and below `/v1/` for pages that want what is new, and under
// a name with its hash for pages that pin it (Subresource Integrity).
import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Rolldown } from 'vite';

export type BuiltButton = { file: string; integrity: string };

async function bundle(entry: string): Promise<string> {
  const [built] = (await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      copyPublicDir: false,
      lib: { entry, formats: ['iife'], name: 'kpiIdSignin' },
      rolldownOptions: { checks: { pluginTimings: false } },
    },
  })) as Rolldown.RolldownOutput[];
  const [chunk] = built?.output ?? [];
  if (!chunk) throw new Error('the button was not built');
  return chunk.code;
}

/** Writes the files into `dist`. */
export async function buildButton(root: string, dist: string): Promise<BuiltButton> {
  const code = await bundle(join(root, '../signin-button/src/script.ts'));
  const digest = createHash('sha384').update(code).digest();
  const file = `v1/kpi-id-signin.${digest.toString('hex').slice(0, 12)}.js`;
  await mkdir(join(dist, 'v1'), { recursive: true });
  for (const path of ['kpi-id-signin.js', 'v1/kpi-id-signin.js', file])
    await writeFile(join(dist, path), code);
  return { file, integrity: `sha384-${digest.toString('base64')}` };
}
