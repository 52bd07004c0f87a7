// Creates, lists and deletes client secrets for administrators and owners, in the caller's transaction.

import { randomUUID } from 'node:crypto';
import { hashSecret, newSecret } from '../../crypto/secrets.ts';
import type { Queries } from '../../database/connect.ts';
import { lockRows } from '../../database/postgres/row-locks.ts';
import { fail } from '../../errors.ts';
import type { Application } from '../application.ts';
import {
  type ClientSecret,
  maxSecrets,
  noSecret,
  settingsSecret,
} from '../secrets/client-secret.ts';
import type { ApplicationStore } from '../store.ts';

type Deps = { store: Pick<ApplicationStore, 'readDated' | 'replace'>; now: () => number };

/** Null: the application authenticates without a secret. Undefined: its protocol has none. */
function settingsHash({ protocol }: Application): string | null | undefined {
  return (protocol.settings as { secretHash?: string | null } | undefined)?.secretHash;
}

/** Returns the application, and locks it until the end of the transaction. @throws `admin.not-found` */
async function lock({ store }: Deps, queries: Queries, id: string) {
  const row = queries.selectFrom('applications').select('id').where('id', '=', id);
  await lockRows(queries, row.forNoKeyUpdate());
  return (await store.readDated(queries, id)) ?? fail('admin.not-found');
}

async function create(
  deps: Deps,
  queries: Queries,
  { id, name, expiresAt }: { id: string; name: string; expiresAt: number },
) {
  const { application, version } = await lock(deps, queries, id);
  const { secrets = [] } = application;
  const refuse = (field: string, reason: string) =>
    fail('admin.conflict', { fields: { [field]: reason } });
  if (typeof settingsHash(application) !== 'string')
    refuse('id', 'this application has no secrets');
  if (name === settingsSecret || secrets.some((one) => one.name === name))
    refuse('name', 'is the name of another secret of the application');
  if (secrets.length >= maxSecrets)
    refuse('name', `an application has at most ${maxSecrets} secrets: delete one first`);
  const secret = newSecret();
  const added = { id: randomUUID(), name, createdAt: deps.now(), expiresAt };
  const all: ClientSecret[] = [...secrets, { ...added, hash: hashSecret(secret) }];
  await deps.store.replace(queries, { application: { ...application, secrets: all }, version });
  return { ...added, secret, version: version + 1 };
}

async function remove(
  deps: Deps,
  queries: Queries,
  { id, secretId }: { id: string; secretId: string },
) {
  const { application, version } = await lock(deps, queries, id);
  const { secrets = [], protocol } = application;
  const rest = secrets.filter((one) => one.id !== secretId);
  const isSettings = secretId === settingsSecret && hasSettingsSecret(application);
  if (rest.length === secrets.length && !isSettings) fail('admin.not-found');
  const settings = {
    ...(protocol.settings as object),
    ...(isSettings && { secretHash: noSecret }),
  };
  const changed = { ...application, secrets: rest, protocol: { ...protocol, settings } };
  await deps.store.replace(queries, { application: changed, version });
  await queries
    .deleteFrom('application_secret_uses')
    .where('application_id', '=', id)
    .where('secret_id', '=', secretId)
    .execute();
  return version + 1;
}

function hasSettingsSecret(application: Application): boolean {
  const hash = settingsHash(application);
  return typeof hash === 'string' && hash !== noSecret;
}

/** Returns the secret of the settings first. Times in epoch milliseconds. */
async function list({ store }: Deps, queries: Queries, id: string) {
  const { application } = (await store.readDated(queries, id)) ?? fail('admin.not-found');
  const rows = await queries
    .selectFrom('application_secret_uses')
    .select(['secret_id', 'used_at'])
    .where('application_id', '=', id)
    .execute();
  const usedAt = new Map(rows.map((row) => [row.secret_id, row.used_at]));
  const ofSettings = { id: settingsSecret, name: settingsSecret, createdAt: null, expiresAt: null };
  const all = [
    ...(hasSettingsSecret(application) ? [ofSettings] : []),
    ...(application.secrets ?? []),
  ];
  return all.map(({ id: secretId, name, createdAt, expiresAt }) => ({
    id: secretId,
    name,
    createdAt,
    expiresAt,
    lastUsedAt: usedAt.get(secretId) ?? null,
  }));
}

export function createApplicationSecrets(deps: Deps) {
  return {
    list: (queries: Queries, id: string) => list(deps, queries, id),
    /** Returns the secret, which is not stored, and the new version of the application. @throws `admin.not-found`, `admin.conflict` */
    create: (queries: Queries, given: Parameters<typeof create>[2]) => create(deps, queries, given),
    /** Returns the new version of the application. @throws `admin.not-found` */
    remove: (queries: Queries, one: Parameters<typeof remove>[2]) => remove(deps, queries, one),
  };
}
