// Reads the environment and runs one command of `npm run brama`; `serve` is the server.

import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { readConfig, readStoredConfig } from './app/config.ts';
import { SettingsError } from './config/settings.ts';
import { readSettingsFile, withSettingsFile } from './config/settings-file.ts';
import { sourceStack } from './http/source-maps/source-stack.ts';
import { readDiiaPartner } from './sign-in/diia/settings.ts';
import { version } from './version.ts';

const usage = `usage: npm run brama -- COMMAND

  serve                  starts the server (what npm start does, without the demo)
  migrate                brings the schema of the database up to date
  apply FILE             creates or updates groups, users and applications from a YAML or JSON file
  export                 writes groups, applications and users as a manifest for apply
  backup FILE            writes an encrypted copy of the database; backup verify reads one on any machine
  restore FILE           puts the database of a backup into an empty place, and ends all access
  database copy          copies everything between SQLite and PostgreSQL
  keys list|rotate       the keys that sign for applications
  sessions list|end      where a user is signed in; signs the user out everywhere
  admin grant|…          gives users roles of administration, lists and revokes them
  users factors|…        how a user signs in; temporary access codes; removes the factors of a user
  passwords filter       makes a compact filter from a list of breached passwords
  registrations          lets applications register themselves
  diia setup             creates our branch and offer at Diia and prints the settings

A command with --help prints its options. --version prints the version of Brama.`;

function refuse(problem: string | undefined): number {
  console.error(problem === undefined ? usage : `${problem}\n\n${usage}`);
  return 2;
}

function print(text: string): number {
  console.log(text);
  return 0;
}

const asksForHelp = (arg: string | undefined) => arg === '--help' || arg === '-h';

const readFile = (path: string) => readFileSync(path, 'utf8');
/** Help needs no settings: it also works where they are invalid. */
const configFor = (args: readonly string[]) =>
  args.some(asksForHelp) ? readConfig({}, readFile) : readStoredConfig(process.env, readFile);
/** Relative paths on the command line start at the caller's folder. */
const callersFolder = () => process.env['CALLED_FROM'] ?? process.cwd();

async function serve(args: readonly string[]): Promise<number> {
  if (args.some(asksForHelp)) return print(usage);
  if (args[0] !== undefined) return refuse(`unexpected argument: ${args[0]}`);
  const command = await import('./commands/serve.ts');
  await command.serve(configFor(args));
  return 0;
}

async function diia([command, ...args]: readonly string[]): Promise<number> {
  if (asksForHelp(command)) return print(usage);
  if (command !== 'setup') return refuse(command && `unknown command: diia ${command}`);
  const { runDiiaSetup } = await import('./commands/diia-setup.ts');
  const environment = () => withSettingsFile(process.env, readSettingsFile(process.env));
  return runDiiaSetup(args, () => readDiiaPartner(environment(), readFile), fetch);
}

/** Each loads only its own code. */
const commands = new Map<string, (args: readonly string[]) => Promise<number>>([
  ['serve', serve],
  [
    'migrate',
    async (args) => (await import('./commands/migrate.ts')).runMigrate(args, configFor(args)),
  ],
  [
    'apply',
    async (args) =>
      (await import('./commands/apply.ts')).runApply(args, configFor(args), callersFolder()),
  ],
  [
    'export',
    async (args) =>
      (await import('./commands/export.ts')).runExport(args, configFor(args), callersFolder()),
  ],
  [
    'backup',
    async (args) =>
      (await import('./commands/backup.ts')).runBackup(args, () => configFor(args), {
        folder: callersFolder(),
        env: process.env,
      }),
  ],
  [
    'restore',
    async (args) =>
      (await import('./commands/restore.ts')).runRestore(args, () => configFor(args), {
        folder: callersFolder(),
        env: process.env,
        input: process.stdin,
      }),
  ],
  [
    'database',
    async (args) =>
      (await import('./commands/database.ts')).runDatabase(args, () => configFor(args)),
  ],
  ['keys', async (args) => (await import('./commands/keys.ts')).runKeys(args, configFor(args))],
  [
    'sessions',
    async (args) => (await import('./commands/sessions.ts')).runSessions(args, configFor(args)),
  ],
  ['users', async (args) => (await import('./commands/users.ts')).runUsers(args, configFor(args))],
  ['admin', async (args) => (await import('./commands/admin.ts')).runAdmin(args, configFor(args))],
  [
    'passwords',
    async (args) => (await import('./commands/passwords.ts')).runPasswords(args, callersFolder()),
  ],
  [
    'registrations',
    async (args) =>
      (await import('./commands/registrations.ts')).runRegistrations(args, configFor(args)),
  ],
  ['diia', diia],
]);

async function run([command, ...args]: readonly string[]): Promise<number> {
  if (command === undefined) return refuse(undefined);
  if (command === 'help' || asksForHelp(command)) return print(usage);
  if (command === '--version') return print(version);
  const work = commands.get(command);
  return work ? work(args) : refuse(`unknown command: ${command}`);
}

function describe(error: unknown): unknown {
  return error instanceof Error ? sourceStack(inspect(error)) : error;
}

// no await at the top level, which the bundle cannot contain
run(process.argv.slice(2)).then(
  (exitCode) => {
    process.exitCode = exitCode;
  },
  (error: unknown) => {
    console.error(error instanceof SettingsError ? error.message : describe(error));
    process.exit(1);
  },
);
