// What the administration needs of the applications area; the composition root passes it. Owners see and change only their own
// applications.

import type { Language } from '@brama/contract/paths';
import type { Call, Handlers } from '../../../admin/handler.ts';
import type { Queries } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';

type Shown = Awaited<ReturnType<Handlers['readApplication']>>;
type Summary = Awaited<ReturnType<Handlers['listApplications']>>['items'][number];
type Person = { id: string; username: string; fullName: string };
type Explanation = { summary: string; conditions: { level: number; text: string }[] };

export type ApplicationRecords = {
  list(
    queries: Queries,
    page: {
      text?: string | undefined;
      protocol?: string | undefined;
      /** Ids of the applications to choose from. */
      within?: ReadonlySet<string> | undefined;
      /** Name of the last application of the page before. */
      after?: string | undefined;
      limit: number;
    },
  ): Promise<Summary[]>;
  /** @throws `admin.not-found` */
  read(queries: Queries, id: string): Promise<Shown>;
  /** Does what takes long, before the transaction of a creation or a change. @throws `request.too-many` */
  prepare(callerId: string, given: object): Promise<void>;
  /**
   * Checks given fields, valid or not, of a new application, or of that of the id. Changes nothing.
   * @throws `admin.not-found`, `request.invalid`, `admin.conflict`, and `admin.forbidden` without `mayManage`
   */
  check(
    queries: Queries,
    one: { id?: string | undefined; given: object; mayManage: boolean },
  ): Promise<void>;
  /** @throws `request.invalid` */
  create(queries: Queries, given: object): Promise<Shown>;
  /** Without `mayManage` only what owners may change; without `mayChangeKeys` no public keys. @throws `admin.version-conflict`, `admin.forbidden`, `request.invalid` */
  change(
    queries: Queries,
    change: {
      id: string;
      version: number;
      given: object;
      mayManage: boolean;
      mayChangeKeys: boolean;
    },
  ): Promise<{ application: Shown; changed: readonly string[] }>;
  /** @throws `admin.not-found`, `admin.version-conflict` */
  remove(queries: Queries, one: { id: string; version: number }): Promise<void>;
};

/** Times in epoch milliseconds. */
export type ApplicationSecrets = {
  list(
    queries: Queries,
    id: string,
  ): Promise<
    {
      id: string;
      name: string;
      createdAt: number | null;
      expiresAt: number | null;
      lastUsedAt: number | null;
    }[]
  >;
  /** @throws `admin.conflict` */
  create(
    queries: Queries,
    given: { id: string; name: string; expiresAt: number },
  ): Promise<{
    id: string;
    name: string;
    createdAt: number;
    expiresAt: number;
    secret: string;
    /** The new version of the application. */
    version: number;
  }>;
  /** Returns the new version of the application. @throws `admin.not-found` */
  remove(queries: Queries, one: { id: string; secretId: string }): Promise<number>;
};

export type ApplicationOwners = {
  list(queries: Queries, id: string): Promise<Person[]>;
  ownedBy(queries: Queries, userId: string): Promise<Set<string>>;
  add(
    queries: Queries,
    id: string,
    userId: string,
  ): Promise<'added' | 'present' | 'disabled' | 'unknown'>;
  remove(queries: Queries, id: string, userId: string): Promise<boolean>;
};

/** @throws `admin.not-found` for an owner of other applications. */
export async function checkOwn(
  owners: ApplicationOwners,
  { actor, extent, queries }: Pick<Call, 'actor' | 'extent' | 'queries'>,
  id: string,
): Promise<void> {
  if (extent !== 'own') return;
  if (!(await owners.ownedBy(queries, actor.user.id)).has(id)) fail('admin.not-found');
}

type Refusal = {
  at: number;
  count: number;
  request: string;
  error: string;
  reason?: string | undefined;
  parameter?: string | undefined;
  received?: readonly string[] | undefined;
  registered?: readonly string[] | undefined;
  differs?: readonly string[] | undefined;
};

/** Each throws `admin.not-found`. */
export type ApplicationPreviews = {
  users(
    queries: Queries,
    page: { id: string; after?: string | undefined; limit: number },
  ): Promise<{ total: number; rows: (Person & { key: string })[] }>;
  explanation(
    queries: Queries,
    id: string,
  ): Promise<Record<Language, Explanation> & { users: number }>;
  claims(
    queries: Queries,
    one: { id: string; userId: string },
  ): Promise<{
    hasAccess: boolean;
    needsConsent: boolean;
    claims: Record<string, unknown>;
    receivesTaxId: boolean;
  }>;
  diagnostics(
    queries: Queries,
    id: string,
  ): Promise<{ lastSignInAt: number | null; refusals: Refusal[] }>;
};

export type ApplicationParts = {
  records: ApplicationRecords;
  secrets: ApplicationSecrets;
  owners: ApplicationOwners;
  previews: ApplicationPreviews;
};
