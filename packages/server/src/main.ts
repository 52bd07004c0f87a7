// Reads the environment and runs one command of `brama`; `serve` is the server.

import { existsSync, readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { inspectStoredConfig, readStoredConfig } from './app/config.ts';
import { withRefusals } from './commands/backup/refusal.ts';
import { asksForHelp, unknownArea } from './commands/line/read-line.ts';
import { type AreaName, areas } from './commands/line/table.ts';
import { usageOfAll } from './commands/line/usage.ts';
import { withArguments } from './commands/line/with-arguments.ts';
import { SettingsError } from './config/settings.ts';
import { readSettingsFile, setupCodeFileOf, withSettingsFile } from './config/settings-file.ts';
import { sourceStack } from './http/source-maps/source-stack.ts';
import { WebBuildMissing } from './pages/web-build-missing.ts';
import { readDiiaPartner } from './sign-in/diia/settings.ts';
import { version } from './version.ts';

function refuse(problem: string | undefined): number {
  console.error(problem === undefined ? usageOfAll() : `${problem}\n\n${usageOfAll()}`);
  return 2;
}

function print(text: string): number {
  console.log(text);
  return 0;
}

const readFile = (path: string) => readFileSync(path, 'utf8');
const config = () => readStoredConfig(process.env, readFile);

/** The page of set-up comes first, if `setup code` has opened it. */
async function serve(): Promise<number> {
  if (existsSync(setupCodeFileOf(process.env))) {
    const { serveSetup } = await import('./commands/setup/serve-setup.ts');
    const opened = serveSetup(process.env).then(() => 0);
    if ((await withRefusals(() => opened)) !== 0) return 1;
  }
  const command = await import('./commands/serve.ts');
  await command.serve(config());
  return 0;
}

async function doctor(args: readonly string[]): Promise<number> {
  const { runDoctor } = await import('./commands/doctor.ts');
  const { openSite } = await import('./commands/open-site.ts');
  const inspect = () => inspectStoredConfig(env, readFile);
  return runDoctor(args, { inspect, fetch, openSite, context });
}

const readPartner = () =>
  readDiiaPartner(withSettingsFile(process.env, readSettingsFile(process.env)), readFile);

/** Relative paths on the command line start at the caller's folder. */
const folder = process.env['CALLED_FROM'] ?? process.cwd();
const { env, stderr } = process;
const context = {
  config,
  env,
  // its first use makes standard input non-blocking, which `apply -` reads as a file
  get input() {
    return process.stdin;
  },
};

/** Each loads only its own code, and no settings that it does not need. */
const runners: Record<AreaName, (args: readonly string[]) => Promise<number>> = {
  serve,
  setup: async (args) =>
    (await import('./commands/setup.ts')).runSetup(args, {
      folder,
      env,
      input: process.stdin,
      output: stderr,
    }),
  migrate: async (args) => (await import('./commands/migrate.ts')).runMigrate(args, config()),
  apply: async (args) => (await import('./commands/apply.ts')).runApply(args, config(), folder),
  sources: async (args) => (await import('./commands/sources.ts')).runSources(args, config, folder),
  import: async (args) =>
    (await import('./commands/import.ts')).runImport(args, config, folder, undefined, { env }),
  export: async (args) => (await import('./commands/export.ts')).runExport(args, config(), folder),
  backup: async (args) =>
    (await import('./commands/backup.ts')).runBackup(args, config, { folder, env }),
  restore: async (args) =>
    (await import('./commands/restore.ts')).runRestore(args, config, {
      folder,
      env,
      input: process.stdin,
    }),
  database: async (args) => (await import('./commands/database.ts')).runDatabase(args, config),
  keys: async (args) => (await import('./commands/keys.ts')).runKeys(args, context),
  sessions: async (args) => (await import('./commands/sessions.ts')).runSessions(args, context),
  admin: async (args) => (await import('./commands/admin.ts')).runAdmin(args, context),
  roles: async (args) => (await import('./commands/admin.ts')).runRoles(args, context),
  tokens: async (args) => (await import('./commands/tokens.ts')).runTokens(args, context),
  users: async (args) => (await import('./commands/users.ts')).runUsers(args, context),
  groups: async (args) => (await import('./commands/groups.ts')).runGroups(args, context),
  applications: async (args) =>
    (await import('./commands/applications.ts')).runApplications(args, context),
  access: async (args) => (await import('./commands/access.ts')).runAccess(args, context),
  events: async (args) => (await import('./commands/events.ts')).runEvents(args, context),
  diff: async (args) => (await import('./commands/apply.ts')).runDiff(args, config(), folder),
  passwords: async (args) => (await import('./commands/passwords.ts')).runPasswords(args, folder),
  registrations: async (args) =>
    (await import('./commands/registrations.ts')).runRegistrations(args, config()),
  diia: async (args) =>
    (await import('./commands/diia-setup.ts')).runDiia(args, readPartner, fetch),
  doctor,
  completion: async (args) => (await import('./commands/completion.ts')).runCompletion(args),
};

const isArea = (name: string): name is AreaName => Object.hasOwn(areas, name);

async function run([command, ...args]: readonly string[]): Promise<number> {
  if (command === undefined) return refuse(undefined);
  if (command === 'help' || asksForHelp([command])) return print(usageOfAll());
  if (command === '--version') return print(version);
  if (!isArea(command)) return refuse(unknownArea(command));
  // before the settings are read: help and a wrong option need none
  return withArguments(command, args, Object, () => runners[command](args));
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
    const isExplained = error instanceof SettingsError || error instanceof WebBuildMissing;
    console.error(isExplained ? error.message : describe(error));
    process.exit(1);
  },
);
