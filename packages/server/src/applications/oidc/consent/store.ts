// What users have agreed to: one row for a user and an application of others.

import type { Database, Queries } from '../../../database/connect.ts';
import { prepare } from '../../../database/prepared.ts';
import { type ScopeSet, union } from './consent.ts';

export type Consent = { applicationId: string; agreed: ScopeSet; since: number };

type Row = { application_id: string; scopes: string; resources: string; created_at: number };

/** Several tabs may agree to several things at once. */
const mostTries = 10;

function consentFrom(row: Row): Consent {
  return {
    applicationId: row.application_id,
    agreed: { scopes: JSON.parse(row.scopes), resources: JSON.parse(row.resources) },
    since: row.created_at,
  };
}

const textsOf = ({ scopes, resources }: ScopeSet) => ({
  scopes: JSON.stringify(scopes),
  resources: JSON.stringify(resources),
});

export function createConsentStore(db: Database, now: () => number) {
  const rows = db
    .selectFrom('oidc_consents')
    .select(['application_id', 'scopes', 'resources', 'created_at']);
  const ofBoth = prepare(db, (given: { userId: string; applicationId: string }) =>
    rows.where('user_id', '=', given.userId).where('application_id', '=', given.applicationId),
  );

  async function first(userId: string, applicationId: string, agreed: ScopeSet): Promise<boolean> {
    const at = now();
    const result = await db
      .insertInto('oidc_consents')
      .values({
        user_id: userId,
        application_id: applicationId,
        ...textsOf(agreed),
        created_at: at,
        updated_at: at,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'application_id']).doNothing())
      .executeTakeFirst();
    return Number(result.numInsertedOrUpdatedRows) > 0;
  }

  /** Only in place of what was read: what another tab has added meanwhile must stay. */
  async function more(userId: string, row: Row, wish: ScopeSet): Promise<boolean> {
    const result = await db
      .updateTable('oidc_consents')
      .set({ ...textsOf(union(consentFrom(row).agreed, wish)), updated_at: now() })
      .where('user_id', '=', userId)
      .where('application_id', '=', row.application_id)
      .where('scopes', '=', row.scopes)
      .where('resources', '=', row.resources)
      .executeTakeFirst();
    return result.numUpdatedRows > 0n;
  }

  return {
    async find(userId: string, applicationId: string): Promise<ScopeSet | undefined> {
      const row = await ofBoth.first({ userId, applicationId });
      return row && consentFrom(row).agreed;
    },

    async ofUser(userId: string): Promise<Consent[]> {
      return (await rows.where('user_id', '=', userId).execute()).map(consentFrom);
    },

    /** Adds to what was agreed before. */
    async agree(userId: string, applicationId: string, wish: ScopeSet): Promise<void> {
      for (let tries = 0; tries < mostTries; tries += 1) {
        const row = await ofBoth.first({ userId, applicationId });
        const done = row ? more(userId, row, wish) : first(userId, applicationId, wish);
        if (await done) return;
      }
      throw new Error('a consent is being changed all the time');
    },

    async remove(queries: Queries, userId: string, applicationId: string): Promise<boolean> {
      const result = await queries
        .deleteFrom('oidc_consents')
        .where('user_id', '=', userId)
        .where('application_id', '=', applicationId)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },
  };
}

export type ConsentStore = ReturnType<typeof createConsentStore>;
