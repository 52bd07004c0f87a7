// `npm run brama -- migrate`: brings the schema of the database up to date. Only this command and the server do that.

import { pino } from 'pino';
import type { Config } from '../config/config.ts';
import { prepareDataDir } from '../crypto/keys.ts';
import { migrateDatabase } from '../database/open.ts';
import { createLogger } from '../http/log.ts';
import { withArguments } from './line/with-arguments.ts';

export function runMigrate(args: readonly string[], config: Config): Promise<number> {
  return withArguments('migrate', args, Object, async () => {
    const { databaseOwnerUrl } = config;
    if (!databaseOwnerUrl && !config.databaseUrl) prepareDataDir(config.dataDir);
    const log = createLogger(config.logLevel, pino.destination(2));
    const { applied, newer } = databaseOwnerUrl
      ? await migrateDatabase(
          { ...config, databaseUrl: databaseOwnerUrl },
          log,
          'DATABASE_OWNER_URL',
        )
      : await migrateDatabase(config, log);
    if (applied.length > 0) console.log(`Applied ${applied.join(', ')}.`);
    else console.log('The schema is up to date.');
    if (newer.length > 0)
      console.log(`A newer release has added ${newer.join(', ')}; this release can use it.`);
    return 0;
  });
}
