// Prepares the demo: applies its users and applications once and starts the sample application.

import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { administrators } from '@brama/simulators/administrators';
import { demoApplications } from '@brama/simulators/applications';
import { demoApplicationsManifest, demoManifest } from '@brama/simulators/manifest';
import { demoPassword, people } from '@brama/simulators/people';
import type { ProcessGroup } from '../children.ts';

/** The address of the sample application. It uses 127.0.0.1, because Brama's cookies are on localhost. */
export const samplePort = process.env['SAMPLE_PORT'] || '3001';
export const sampleUrl = `http://127.0.0.1:${samplePort}`;
/** The address of the simulator of Diia. */
export const diiaPort = process.env['DIIA_PORT'] || '3002';
export const diiaUrl = `http://127.0.0.1:${diiaPort}`;
/** The address of the simulator of Google. */
export const googlePort = process.env['GOOGLE_PORT'] || '3003';
export const googleUrl = `http://127.0.0.1:${googlePort}`;
/** The port of the simulator of the register ЄДЕБО. */
export const edeboPort = process.env['EDEBO_PORT'] || '3004';

type Secrets = Record<string, string>;

function readSecrets(file: string): Secrets {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).secrets;
  } catch {
    return {};
  }
}

/**
 * Returns the secrets of the demo's applications. They are random, stored in the data folder, and added for new
 * applications.
 */
function keptSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'demo.json');
  const known = readSecrets(file);
  const missing = demoApplications.filter(({ name }) => known[name] === undefined);
  if (missing.length === 0) return known;
  const made = missing.map(({ name }) => [name, randomBytes(32).toString('base64url')]);
  const secrets = { ...known, ...Object.fromEntries(made) };
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${JSON.stringify({ secrets }, null, 2)}\n`, { mode: 0o600 });
  } catch {
    console.error(`DATA_DIR: cannot write to the folder ${dataDir}`);
    process.exit(1);
  }
  return secrets;
}

function requirePort(name: string, value: string) {
  if (/^[1-9]\d{0,4}$/.test(value) && Number(value) <= 65535) return;
  console.error(`${name}: must be a whole number from 1 to 65535`);
  process.exit(1);
}

/**
 * Adds the demo to an empty database once. Later starts update the secrets and addresses of its applications. Returns
 * undefined if the demo was never applied, because the database already had users. `server` is the script that applies it.
 */
export async function applyDemo(
  group: ProcessGroup,
  dataDir: string,
  server: string,
): Promise<Secrets | undefined> {
  requirePort('SAMPLE_PORT', samplePort);
  requirePort('DIIA_PORT', diiaPort);
  requirePort('GOOGLE_PORT', googlePort);
  requirePort('EDEBO_PORT', edeboPort);
  async function run(args: string[], input: string) {
    const { code, output } = await group.run(server, args, input);
    if (code !== 0) process.exit(code);
    return output;
  }
  const apply = (manifest: unknown, args: string[]) =>
    run(['apply', '-', ...args], JSON.stringify(manifest));
  const secrets = keptSecrets(dataDir);
  // `apply` does not create the database
  await run(['migrate'], '');
  await apply(demoManifest(sampleUrl, secrets), ['--once', 'demo', '--if-empty']);
  const follow = ['--if-applied', 'demo'];
  const output = await apply(demoApplicationsManifest(sampleUrl, secrets), follow);
  return output.includes('demo was never applied') ? undefined : secrets;
}

/** Returns the table that `npm start` prints. `settings` are those that the simulators gave the server. */
export function demoTable(bramaUrl: string, settings: Record<string, string>): string {
  const all = [...people, ...administrators];
  const wide = Math.max(...all.map(({ username }) => username.length)) + 3;
  const users = all.map(
    ({ username, about }) => `    ${username.padEnd(wide)}${demoPassword}   ${about}`,
  );
  return [
    '',
    '  Brama is ready',
    '',
    `    Sign in              ${bramaUrl}`,
    `    Sample application   ${sampleUrl}`,
    ...('DIIA_HOST' in settings ? [`    Diia (simulator)     ${diiaUrl}`] : []),
    ...('GOOGLE_ISSUER' in settings ? [`    Google (simulator)   ${googleUrl}`] : []),
    ...(settings['EDEBO_URL'] ? [`    EDEBO (simulator)    ${settings['EDEBO_URL']}`] : []),
    '',
    `    ${'User'.padEnd(wide)}${'Password'.padEnd(demoPassword.length)}   Who`,
    ...users,
    '',
    '  Ctrl-C stops everything; what you did stays in the data folder.',
    '',
  ].join('\n');
}
