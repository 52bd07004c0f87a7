// Reads the environment and starts what was asked for: the server, or one command of `npm run brama`.

import { readFileSync } from 'node:fs';
import { readConfig } from './config/config.ts';
import { SettingsError } from './config/settings.ts';

const usage = `usage: npm run brama -- COMMAND

  serve                  starts the server (what npm start does, without the demo)
  apply FILE             creates or updates groups, users and applications from a YAML or JSON file;
                         without FILE it tells more
  keys list|rotate       the keys that sign for applications; without more it tells what it can
  sessions list|end      where somebody is signed in, and signing them out everywhere
  registrations          lets applications register themselves; without more it tells what it can
  diia setup             makes our branch and offer at Diia and prints the settings; without more it
                         tells what it needs`;

function tellUsage(): number {
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
    case 'apply': {
      const { runApply } = await import('./commands/apply.ts');
      return runApply(rest, config(), process.env['CALLED_FROM'] ?? process.cwd());
    }
    case 'keys': {
      const { runKeys } = await import('./commands/keys.ts');
      return runKeys(rest, config());
    }
    case 'sessions': {
      const { runSessions } = await import('./commands/sessions.ts');
      return runSessions(rest, config());
    }
    case 'registrations': {
      const { runRegistrations } = await import('./commands/registrations.ts');
      return runRegistrations(rest, config());
    }
    case 'diia': {
      if (rest[0] !== 'setup') return tellUsage();
      const { readDiiaPartner } = await import('./sign-in/diia/settings.ts');
      const { runDiiaSetup } = await import('./commands/diia-setup.ts');
      return runDiiaSetup(rest.slice(1), () => readDiiaPartner(process.env, readFile), fetch);
    }
    default:
      return tellUsage();
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}
