// Reads the environment and runs one command of `npm run brama`; `serve` is the server.

import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { readConfig } from './app/config.ts';
import { SettingsError } from './config/settings.ts';
import { sourceStack } from './http/source-maps/source-stack.ts';
import { readDiiaPartner } from './sign-in/diia/settings.ts';

const usage = `usage: npm run brama -- COMMAND

  serve                  starts the server (what npm start does, without the demo)
  migrate                brings the schema of the database up to date
  apply FILE             creates or updates groups, users and applications from a YAML or JSON file
  export                 writes groups, applications and users as a manifest for apply
  keys list|rotate       the keys that sign for applications
  sessions list|end      where a user is signed in; signs the user out everywhere
  admin grant|…          gives users roles of administration, lists and revokes them
  users factors|…        how a user signs in; temporary access codes; removes the factors of a user
  passwords filter       makes a compact filter from a list of breached passwords
  registrations          lets applications register themselves
  diia setup             creates our branch and offer at Diia and prints the settings

A command without further arguments prints its options.`;

function printUsage(): number {
  console.error(usage);
  return 2;
}

async function run([command, ...rest]: string[]): Promise<number> {
  const readFile = (path: string) => readFileSync(path, 'utf8');
  const config = () => readConfig(process.env, readFile);
  switch (command) {
    case 'serve': {
      const { serve } = await import('./commands/serve.ts');
      await serve(config());
      return 0;
    }
    case 'migrate': {
      const { runMigrate } = await import('./commands/migrate.ts');
      return runMigrate(rest, config());
    }
    case 'apply': {
      const { runApply } = await import('./commands/apply.ts');
      return runApply(rest, config(), process.env['CALLED_FROM'] ?? process.cwd());
    }
    case 'export': {
      const { runExport } = await import('./commands/export.ts');
      return runExport(rest, config(), process.env['CALLED_FROM'] ?? process.cwd());
    }
    case 'keys': {
      const { runKeys } = await import('./commands/keys.ts');
      return runKeys(rest, config());
    }
    case 'sessions': {
      const { runSessions } = await import('./commands/sessions.ts');
      return runSessions(rest, config());
    }
    case 'users': {
      const { runUsers } = await import('./commands/users.ts');
      return runUsers(rest, config());
    }
    case 'admin': {
      const { runAdmin } = await import('./commands/admin.ts');
      return runAdmin(rest, config());
    }
    case 'passwords': {
      const { runPasswords } = await import('./commands/passwords.ts');
      return runPasswords(rest, process.env['CALLED_FROM'] ?? process.cwd());
    }
    case 'registrations': {
      const { runRegistrations } = await import('./commands/registrations.ts');
      return runRegistrations(rest, config());
    }
    case 'diia': {
      if (rest[0] !== 'setup') return printUsage();
      const { runDiiaSetup } = await import('./commands/diia-setup.ts');
      return runDiiaSetup(rest.slice(1), () => readDiiaPartner(process.env, readFile), fetch);
    }
    default:
      return printUsage();
  }
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
