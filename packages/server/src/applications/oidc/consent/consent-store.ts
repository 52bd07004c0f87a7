// Stored consents: which scopes a user has allowed a third-party application. One row for each user and application.

import type { Language } from '@brama/contract/paths';
import type { Database, Queries } from '../../../database/connect.ts';
import { prepare } from '../../../database/prepared.ts';
import type { OidcConsentsTable } from '../../../database/schema.ts';
import { type ScopeSet, union } from './scope-set.ts';

export type Consent = { applicationId: string; consented: ScopeSet; since: number };

const columns = ['application_id', 'scopes', 'resources', 'created_at'] as const;
type Row = Pick<OidcConsentsTable, (typeof columns)[number]>;

/** Several tabs may consent to different scopes at once. */
const maxAttempts = 10;

function consentFrom(row: Row): Consent {
  return {
    applicationId: row.application_id,
    consented: { scopes: JSON.parse(row.scopes), resources: JSON.parse(row.resources) },
    since: row.created_at,
  };
}

const jsonOf = ({ scopes, resources }: ScopeSet) => ({
  scopes: JSON.stringify(scopes),
  resources: JSON.stringify(resources),
});

const rowsOf = (db: Database) => db.selectFrom('oidc_consents').select(columns);

export class ConsentStore {
  readonly #db: Database;
  readonly #now: () => number;
  readonly #row;

  constructor(db: Database, now: () => number) {
    this.#db = db;
    this.#now = now;
    this.#row = prepare(db, (given: { userId: string; applicationId: string }) =>
      rowsOf(db)
        .where('user_id', '=', given.userId)
        .where('application_id', '=', given.applicationId),
    );
  }

  /** Returns the titles of these groups, in their order; a group without a title goes by its name. */
  async groupTitles(names: readonly string[], language: Language): Promise<string[]> {
    if (names.length === 0) return [];
    const found = await this.#db
      .selectFrom('groups')
      .select(['name', 'title'])
      .where('name', 'in', names)
      .execute();
    const titles = new Map(found.map(({ name, title }) => [name, title]));
    return names.map((name) => {
      const title = titles.get(name);
      return title ? JSON.parse(title)[language] : name;
    });
  }

  async find(userId: string, applicationId: string): Promise<ScopeSet | undefined> {
    const row = await this.#row.first({ userId, applicationId });
    return row && consentFrom(row).consented;
  }

  async listByUser(userId: string): Promise<Consent[]> {
    const rows = await rowsOf(this.#db).where('user_id', '=', userId).execute();
    return rows.map(consentFrom);
  }

  /** Calls `writeAlso` in the transaction that stores the consent. */
  async add(
    userId: string,
    applicationId: string,
    consented: ScopeSet,
    writeAlso: (queries: Queries) => Promise<void> = async () => undefined,
  ): Promise<void> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const row = await this.#row.first({ userId, applicationId });
      const isStored = await this.#db.transaction().execute(async (transaction) => {
        const isWritten = row
          ? await this.#update(transaction, userId, row, consented)
          : await this.#insert(transaction, userId, applicationId, consented);
        if (isWritten) await writeAlso(transaction);
        return isWritten;
      });
      if (isStored) return;
    }
    throw new Error(`a consent was changed ${maxAttempts} times during its update`);
  }

  async remove(queries: Queries, userId: string, applicationId: string): Promise<void> {
    await queries
      .deleteFrom('oidc_consents')
      .where('user_id', '=', userId)
      .where('application_id', '=', applicationId)
      .execute();
  }

  async #insert(
    queries: Queries,
    userId: string,
    applicationId: string,
    consented: ScopeSet,
  ): Promise<boolean> {
    const now = this.#now();
    const result = await queries
      .insertInto('oidc_consents')
      .values({
        user_id: userId,
        application_id: applicationId,
        ...jsonOf(consented),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'application_id']).doNothing())
      .executeTakeFirst();
    return Number(result.numInsertedOrUpdatedRows) > 0;
  }

  /** Updates the row only if it is as it was read: the consent of another tab must stay. */
  async #update(queries: Queries, userId: string, row: Row, consented: ScopeSet): Promise<boolean> {
    const result = await queries
      .updateTable('oidc_consents')
      .set({ ...jsonOf(union(consentFrom(row).consented, consented)), updated_at: this.#now() })
      .where('user_id', '=', userId)
      .where('application_id', '=', row.application_id)
      .where('scopes', '=', row.scopes)
      .where('resources', '=', row.resources)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }
}
