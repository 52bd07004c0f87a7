// The clock of this machine against those of the systems that have answered.

import { SqliteAdapter, sql } from 'kysely';
import { type Check, type CheckRun, found } from '../check.ts';

/** Codes of authenticator apps change every 30 seconds, and answers may be slow. */
const maxDifferenceMs = 10_000;

async function databaseClock({ answers, now }: CheckRun) {
  const db = await answers.database();
  // SQLite has the clock of this machine
  if (db.getExecutor().adapter instanceof SqliteAdapter) return [];
  const begun = now();
  const { rows } = await sql<{
    at: string;
  }>`select extract(epoch from clock_timestamp()) * 1000 as at`.execute(db);
  return [{ source: 'PostgreSQL', ms: Number(rows[0]?.at) - (begun + now()) / 2 }];
}

export const checkClock: Check = {
  id: 'clock',
  needs: [],
  async run(run) {
    const { answers, settings } = run;
    const canAskDatabase = settings.isValid('DATABASE_URL') && settings.isValid('DATA_DIR');
    const ofDatabase = canAskDatabase ? databaseClock(run).catch(() => []) : [];
    await Promise.allSettled([answers.address(), answers.diia(), answers.google()]);
    const clocks = [...answers.clocks, ...(await ofDatabase)];
    if (clocks.length === 0) return [found('clock-not-compared')];
    const bySource = new Map(clocks.map(({ source, ms }) => [source, Math.abs(ms)]));
    const off = [...bySource].filter(([, ms]) => ms > maxDifferenceMs);
    if (off.length === 0)
      return [found('clock-fine', { sources: [...bySource.keys()].join(', ') })];
    return off.map(([source, ms]) =>
      found('clock-off', { source, seconds: Math.round(ms / 1000) }),
    );
  },
};
