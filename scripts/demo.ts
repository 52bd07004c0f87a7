// The demo around the server: people and applications applied once, the sample application beside it.

import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { demoApplications } from '@brama/simulators/applications';
import { demoApplicationsManifest, demoManifest } from '@brama/simulators/manifest';
import { demoPassword, people } from '@brama/simulators/people';
import { root, runWithInput } from './children.ts';

const server = 'packages/server/src/main.ts';

/** Where the sample application stands: on 127.0.0.1, apart from Brama's cookies on localhost. */
export const samplePort = process.env['SAMPLE_PORT'] || '3001';
export const sampleUrl = `http://127.0.0.1:${samplePort}`;

type Kept = { secrets: Record<string, string>; applied?: string };

function keptFile(): string {
  return join(resolve(root, process.env['DATA_DIR'] || 'data'), 'demo.json');
}

function readKept(): Kept {
  try {
    return JSON.parse(readFileSync(keptFile(), 'utf8'));
  } catch {
    const secrets = demoApplications.map(({ name }) => [
      name,
      randomBytes(32).toString('base64url'),
    ]);
    return { secrets: Object.fromEntries(secrets) };
  }
}

function keep(kept: Kept) {
  const file = keptFile();
  try {
    mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  } catch {
    console.error(`DATA_DIR: cannot write to the folder ${join(file, '..')}`);
    process.exit(1);
  }
}

async function apply(manifest: unknown, args: string[]) {
  const code = await runWithInput(server, ['apply', '-', ...args], JSON.stringify(manifest));
  if (code !== 0) process.exit(code);
}

/**
 * Puts the demo into the database the first time, and follows a changed address of the sample application
 * later. Secrets are random per data folder. Returns them.
 */
export async function applyDemo(): Promise<Record<string, string>> {
  if (!/^[1-9]\d{0,4}$/.test(samplePort) || Number(samplePort) > 65535) {
    console.error('SAMPLE_PORT: must be a whole number from 1 to 65535');
    process.exit(1);
  }
  const kept = readKept();
  keep(kept);
  await apply(demoManifest(sampleUrl, kept.secrets), ['--once', 'demo', '--if-empty']);
  const applications = demoApplicationsManifest(sampleUrl, kept.secrets);
  const wanted = createHash('sha256').update(JSON.stringify(applications)).digest('hex');
  if (kept.applied !== undefined && kept.applied !== wanted) await apply(applications, []);
  keep({ ...kept, applied: wanted });
  return kept.secrets;
}

/** What a newcomer needs to know, as one short table. */
export function demoTable(bramaUrl: string): string {
  const wide = Math.max(...people.map(({ username }) => username.length)) + 3;
  const users = people.map(
    ({ username, about }) => `    ${username.padEnd(wide)}${demoPassword}   ${about}`,
  );
  return [
    '',
    '  Brama is ready',
    '',
    `    Sign in              ${bramaUrl}`,
    `    Sample application   ${sampleUrl}`,
    '',
    `    ${'User'.padEnd(wide)}${'Password'.padEnd(demoPassword.length)}   Who`,
    ...users,
    '',
    '  Ctrl-C stops everything; what you did stays in the data folder.',
    '',
  ].join('\n');
}
