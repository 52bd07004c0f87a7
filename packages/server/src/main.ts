// Reads the environment and starts what was asked for: the server, or one command of `npm run brama`.

import { readFileSync } from 'node:fs';
import { readConfig } from './config.ts';
import { SettingsError } from './settings.ts';

const usage = `usage: npm run brama -- COMMAND

  serve                  starts the server (what npm start does, without the demo)
  apply FILE             creates or updates groups, users and applications from a YAML or JSON file;
                         without FILE it tells more`;

async function run([command, ...rest]: string[]): Promise<number> {
  const config = () => readConfig(process.env, (path) => readFileSync(path, 'utf8'));
  switch (command) {
    case 'serve': {
      const { serve } = await import('./serve.ts');
      await serve(config());
      return 0;
    }
    case 'apply': {
      const { runApply } = await import('./apply.ts');
      return runApply(rest, config(), process.env['CALLED_FROM'] ?? process.cwd());
    }
    default:
      console.error(usage);
      return 2;
  }
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
}
