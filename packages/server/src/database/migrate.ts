// Migrates the database to the schema of this release. Several processes may start at the same time. A database of a newer
// release can be used if its unknown migrations only add, as each migration says in the table `migration_marks`.

import { setTimeout as delay } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Database } from './connect.ts';
import { isMissingTable } from './errors.ts';
import { baseline, type MarkedMigration, migrations } from './migrations.ts';

/** Several processes may create the tables of the library at the same moment. */
const mostTries = 10;
/** Creates the table of marks. Releases without it know no later migration. */
const firstMarked = '0042-migration-marks';

/** Thrown if the schema of the database belongs to a newer release, which this release cannot use. */
export class NewerDatabaseError extends Error {
  override name = 'NewerDatabaseError';
  readonly migration: string;

  constructor(migration: string, options?: ErrorOptions) {
    super(`the database has the migration ${migration}, which this release does not know`, options);
    this.migration = migration;
  }
}

/** Thrown if migrations are missing. `isEmpty`: the database has no schema at all. */
export class OlderDatabaseError extends Error {
  override name = 'OlderDatabaseError';
  readonly migration: string;
  readonly isEmpty: boolean;

  constructor(migration: string, isEmpty: boolean) {
    super(`the database lacks the migration ${migration}`);
    this.migration = migration;
    this.isEmpty = isEmpty;
  }
}

/** Thrown if the database belongs to a release before 0.7.0, whose migrations this release no longer has. */
export class TooOldDatabaseError extends Error {
  override name = 'TooOldDatabaseError';
  readonly migration: string;

  constructor(migration: string) {
    super(`the newest migration of the database is ${migration}, from before 0.7.0`);
    this.migration = migration;
  }
}

/** Thrown if no release leaves a database in this state. The message says what was found. */
export class UnknownDatabaseError extends Error {
  override name = 'UnknownDatabaseError';
}

async function rowsOrNone<Row>(rows: Promise<{ rows: Row[] }>): Promise<Row[]> {
  try {
    return (await rows).rows;
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}

type Schema = {
  isEmpty: boolean;
  /** Migrations of this release that the database lacks. */
  missing: string[];
  /** Applied migrations that this release does not contain, the oldest first. */
  unknown: string[];
};

async function readNames(db: Database): Promise<string[]> {
  const applied = sql<{ name: string }>`select name from kysely_migration order by name`;
  return (await rowsOrNone(applied.execute(db))).map(({ name }) => name);
}

/**
 * The migrations up to 0.7.0 are applied together or not at all.
 * @throws {TooOldDatabaseError}
 * @throws {UnknownDatabaseError}
 */
async function checkBaseline(db: Database, names: readonly string[]): Promise<void> {
  const missing = baseline.find((name) => !names.includes(name));
  if (missing === undefined) return;
  const newest = names.at(-1);
  if (newest !== undefined && newest < missing) throw new TooOldDatabaseError(newest);
  if (newest !== undefined)
    throw new UnknownDatabaseError(`the migration ${newest} is applied, but not ${missing}`);
  const tables = await rowsOrNone(sql`select exists (select 1 from users)`.execute(db));
  // another process may have created the tables meanwhile, together with the list
  if (tables.length > 0 && (await readNames(db)).length === 0)
    throw new UnknownDatabaseError('there is a table of users, but no list of migrations');
}

async function readSchema(db: Database): Promise<Schema> {
  const names = await readNames(db);
  await checkBaseline(db, names);
  return {
    isEmpty: names.length === 0,
    missing: Object.keys(migrations).filter((name) => !names.includes(name)),
    unknown: names.filter((name) => !Object.hasOwn(migrations, name)),
  };
}

/** @throws {NewerDatabaseError} unless all unknown migrations only add, and none of this release is missing. */
async function refuseNewer(db: Database, { missing, unknown }: Schema): Promise<void> {
  const newest = unknown.at(-1);
  if (newest === undefined) return;
  const marks = sql<{ name: string }>`select name from migration_marks where only_adds = 1`;
  const adding = (await rowsOrNone(marks.execute(db))).map(({ name }) => name);
  const other = unknown.findLast((name) => !adding.includes(name));
  if (other !== undefined) throw new NewerDatabaseError(other);
  // an own migration that comes before them cannot be applied any more
  if (missing.length > 0) throw new NewerDatabaseError(newest);
}

/** Returns the migration, which also stores its mark, in the same transaction. */
function marking([name, { up, onlyAdds }]: [string, MarkedMigration]): [string, Migration] {
  const upAndMark = async (db: Kysely<unknown>) => {
    await up(db);
    if (name < firstMarked) return;
    await sql`insert into migration_marks (name, only_adds) values (${name}, ${Number(onlyAdds)})`.execute(
      db,
    );
  };
  return [name, { up: upAndMark }];
}

export type Migrated = {
  /** The migrations that were applied now. */
  applied: string[];
  /** Migrations of a newer release, which only add. */
  newer: string[];
};

/**
 * Applies the missing migrations in one transaction. Only one process migrates at a time.
 * @throws the error of a failed migration, which both databases roll back.
 * @throws {NewerDatabaseError} for a database of a newer release that this one cannot use. It stays unchanged.
 * @throws {TooOldDatabaseError} for a database of a release before 0.7.0. It stays unchanged.
 * @throws {UnknownDatabaseError} for a database that no release has left so. It stays unchanged.
 */
export async function migrate(db: Database): Promise<Migrated> {
  for (let tries = 1; ; tries += 1) {
    const schema = await readSchema(db);
    await refuseNewer(db, schema);
    if (schema.missing.length === 0) return { applied: [], newer: schema.unknown };
    const { Migrator } = await import('kysely/migration');
    const marked = Object.fromEntries(Object.entries(migrations).map(marking));
    const migrator = new Migrator({ db, provider: { getMigrations: async () => marked } });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (!error) return { applied: results.map(({ migrationName }) => migrationName), newer: [] };
    if (tries === mostTries) throw error;
    await delay(25 * Math.random() * tries);
  }
}

/**
 * Checks that this release can use the database without a migration.
 * @throws {OlderDatabaseError} if migrations are missing.
 * @throws {NewerDatabaseError} for a database of a newer release that this one cannot use.
 * @throws {TooOldDatabaseError} for a database of a release before 0.7.0.
 * @throws {UnknownDatabaseError} for a database that no release has left so.
 */
export async function checkSchema(db: Database): Promise<void> {
  const schema = await readSchema(db);
  await refuseNewer(db, schema);
  const [missing] = schema.missing;
  if (missing !== undefined) throw new OlderDatabaseError(missing, schema.isEmpty);
}
