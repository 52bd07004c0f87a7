// Creates, lists and deletes client secrets for administrators and owners.

import { randomUUID } from 'node:crypto';
import { maxSecretDays } from '@brama/contract/admin/applications';
import { etagOf } from '../../admin/conditional.ts';
import type { Handlers, ReplayChecks } from '../../admin/handler.ts';
import { expiryFrom, isoTime, isoTimeOrNull } from '../../admin/times.ts';
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

type Deps = { store: ApplicationStore; now: () => number };

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

/** Returns the secret, which is not stored, and the new version of the application. @throws `admin.not-found`, `admin.conflict` */
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

/** Returns the new version of the application. @throws `admin.not-found` */
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

/** Returns the secret of the settings first. Times in epoch milliseconds. @throws `admin.not-found` */
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

export const createSecretReplayChecks = (
  deps: Deps,
): Pick<ReplayChecks, 'createApplicationSecret'> => ({
  async createApplicationSecret({ params, queries }, { id: secretId }) {
    const stored = await deps.store.readDated(queries, params.id);
    const secret = stored?.application.secrets?.find(({ id }) => id === secretId);
    if (!secret || secret.expiresAt <= deps.now()) fail('admin.gone');
  },
});

type Ids = 'listApplicationSecrets' | 'createApplicationSecret' | 'deleteApplicationSecret';

export function createSecretHandlers(deps: Deps): Handlers<Ids> {
  return {
    async listApplicationSecrets({ params: { id }, queries }) {
      const all = await list(deps, queries, id);
      return {
        items: all.map(({ createdAt, expiresAt, lastUsedAt, ...rest }) => ({
          ...rest,
          createdAt: isoTimeOrNull(createdAt),
          expiresAt: isoTimeOrNull(expiresAt),
          lastUsedAt: isoTimeOrNull(lastUsedAt),
        })),
      };
    },

    async createApplicationSecret({ params: { id }, body, queries, record }) {
      const expiresAt = expiryFrom(body.expiresAt, deps.now(), maxSecretDays);
      const made = await create(deps, queries, { id, name: body.name, expiresAt });
      const details = { secret: made.id, name: made.name, until: isoTime(expiresAt) };
      await record({ type: 'application.secret-created', applicationId: id, details });
      return {
        ...made,
        createdAt: isoTime(made.createdAt),
        expiresAt: isoTime(expiresAt),
        lastUsedAt: null,
      };
    },

    async deleteApplicationSecret({ params: { id, secretId }, queries, record, reply }) {
      const deleted = (await list(deps, queries, id)).find((one) => one.id === secretId);
      const version = await remove(deps, queries, { id, secretId });
      const details = { secret: secretId, ...(deleted && { name: deleted.name }) };
      await record({ type: 'application.secret-deleted', applicationId: id, details });
      reply.header('etag', etagOf(version));
    },
  };
}
