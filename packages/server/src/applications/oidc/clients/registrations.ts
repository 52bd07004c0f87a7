// Dynamic client registration (RFC 7591): tokens, each for one registration, and the applications registered with them.

import { parseAppId } from '@brama/contract/app-id';
import { sql } from 'kysely';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { z } from 'zod';
import { hashSecret, newSecret } from '../../../crypto/secrets.ts';
import type { Database, Queries } from '../../../database/connect.ts';
import type { Application } from '../../application.ts';
import type { ApplicationStore } from '../../store.ts';
import { currentRequest, type Library } from '../library.ts';
import { clientPayload, ownProperty, settingsOf } from './clients.ts';
import {
  applicationFrom,
  RegistrationError,
  type RegistrationRequest,
} from './registration-request.ts';

/** The library's model name of initial access tokens. */
const model = 'InitialAccessToken';

const permission = z.object({
  /** The groups with access to the application; null for all users. */
  groups: z.array(z.string()).nullable(),
});

const storedToken = permission
  .extend({ iat: z.int() })
  .transform(({ groups, iat }) => ({ groups, createdAt: iat * 1000 }));

/** Of an application that has registered itself. */
const registeredSettings = z.object({ registered: z.literal(true) });

type Deps = {
  db: Database;
  applications: ApplicationStore;
  now: () => number;
};

export function isRegistered(application: Application): boolean {
  return application.protocol.type === 'oidc' && settingsOf(application).registered;
}

export class Registrations {
  readonly #deps: Deps;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Creates an initial access token for one registration. Its id is its stored hash. */
  async issue(
    { groups, ttlSeconds }: { groups: string[] | null; ttlSeconds: number },
    queries: Queries = this.#deps.db,
  ): Promise<{ id: string; token: string }> {
    const { now } = this.#deps;
    const token = newSecret();
    const iat = Math.floor(now() / 1000);
    const id = hashSecret(token);
    const payload = { kind: model, iat, exp: iat + ttlSeconds, groups };
    await queries
      .insertInto('oidc_tokens')
      .values({
        id_hash: id,
        model,
        payload: JSON.stringify(payload),
        expires_at: now() + ttlSeconds * 1000,
      })
      .execute();
    return { id, token };
  }

  /** Returns unused tokens by their end, which is in epoch milliseconds. */
  async listTokens(
    queries: Queries,
    { after, limit }: { after: { expiresAt: number; id: string } | undefined; limit: number },
  ) {
    const rows = await queries
      .selectFrom('oidc_tokens')
      .select(['id_hash', 'payload', 'expires_at'])
      .where('model', '=', sql.lit(model))
      .where('expires_at', '>', this.#deps.now())
      .$if(after !== undefined, (query) =>
        query.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('expires_at', 'id_hash'), '>', tuple(after?.expiresAt ?? 0, after?.id ?? '')),
        ),
      )
      .orderBy('expires_at')
      .orderBy('id_hash')
      .limit(limit)
      .execute();
    return rows.map(({ id_hash, payload, expires_at }) => ({
      id: id_hash,
      expiresAt: Number(expires_at),
      ...storedToken.parse(JSON.parse(payload)),
    }));
  }

  /** Returns whether the token is unused and has not expired. */
  async hasToken(queries: Queries, id: string): Promise<boolean> {
    const row = await queries
      .selectFrom('oidc_tokens')
      .select('id_hash')
      .where('id_hash', '=', id)
      .where('model', '=', model)
      .where('expires_at', '>', this.#deps.now())
      .executeTakeFirst();
    return row !== undefined;
  }

  /** Returns false if there is no such token. */
  async revokeToken(queries: Queries, id: string): Promise<boolean> {
    const { numDeletedRows } = await queries
      .deleteFrom('oidc_tokens')
      .where('id_hash', '=', id)
      .where('model', '=', model)
      .executeTakeFirst();
    return numDeletedRows > 0n;
  }

  /** Returns whether an unused token permits an application for this group. */
  async isGroupInToken(queries: Queries, group: string): Promise<boolean> {
    const rows = await queries
      .selectFrom('oidc_tokens')
      .select('payload')
      .where('model', '=', sql.lit(model))
      .where('expires_at', '>', this.#deps.now())
      .execute();
    return rows.some(({ payload }) =>
      storedToken.parse(JSON.parse(payload)).groups?.includes(group),
    );
  }

  /**
   * Replaces the token by an application. A rejected request does not use the token; of concurrent requests with one token,
   * one succeeds and the others get undefined.
   * @throws {RegistrationError}
   */
  register(request: RegistrationRequest): Promise<Application | undefined> {
    const { db, applications } = this.#deps;
    return db.transaction().execute(async (queries) => {
      const used = await queries
        .deleteFrom('oidc_tokens')
        .where('id_hash', '=', hashSecret(request.token))
        .where('model', '=', model)
        .returning('payload')
        .executeTakeFirst();
      if (!used) return undefined;
      const { groups } = permission.parse(JSON.parse(used.payload));
      const application = applicationFrom(request, groups ? { groups } : 'everyone');
      await applications.insert(queries, application);
      return application;
    });
  }

  /** Lists the applications that have registered themselves, the newest first; times in epoch milliseconds. */
  async list(): Promise<{ application: Application; registeredAt: number }[]> {
    const { db, applications } = this.#deps;
    const rows = await db.selectFrom('applications').select(['id', 'created_at']).execute();
    const createdAt = new Map(rows.map(({ id, created_at }) => [id, created_at]));
    return (await applications.all())
      .filter(isRegistered)
      .map((application) => ({ application, registeredAt: createdAt.get(application.id) ?? 0 }))
      .sort(
        (one, other) =>
          other.registeredAt - one.registeredAt ||
          one.application.id.localeCompare(other.application.id),
      );
  }

  /** Deletes a registered application with its grants, within the caller's transaction. Returns false if there is none with this id. */
  async removeWithin(queries: Queries, clientId: string): Promise<boolean> {
    const id = parseAppId(clientId);
    if (id === undefined) return false;
    const found = await queries
      .selectFrom('applications')
      .select('protocol_settings')
      .where('id', '=', id)
      .where('protocol_type', '=', 'oidc')
      .executeTakeFirst();
    if (!found || !registeredSettings.safeParse(JSON.parse(found.protocol_settings)).success)
      return false;
    await queries.deleteFrom('oidc_grants').where('client_id', '=', id).execute();
    await queries.deleteFrom('applications').where('id', '=', id).execute();
    return true;
  }
}

const registeredBy = new WeakMap<KoaContextWithOIDC, Application>();

export async function registerClient(
  library: Library,
  registrations: Registrations | undefined,
  clientId: string,
  secret: string | undefined,
): Promise<void> {
  const { InvalidClientMetadata, InvalidToken } = library.errors;
  const ctx = currentRequest(library);
  if (!registrations || !ctx) throw new Error('registration is not enabled');
  const token = ctx.oidc.getAccessToken();
  const body = (ctx.oidc.body ?? {}) as Record<string, unknown>;
  const application = await registrations
    .register({ token, body, clientId, secret })
    .catch((error) => {
      throw error instanceof RegistrationError ? new InvalidClientMetadata(error.message) : error;
    });
  if (!application) throw new InvalidToken('initial access token was used');
  registeredBy.set(ctx, application);
}

const generatedFields = [
  'client_id',
  'client_secret',
  'client_secret_expires_at',
  'client_id_issued_at',
];

/** Returns the response to the registration request; undefined if it has registered no application. */
export function registrationResponse(ctx: KoaContextWithOIDC): object | undefined {
  const application = registeredBy.get(ctx);
  if (!application) return undefined;
  const { [ownProperty]: _own, client_secret: _hash, ...metadata } = clientPayload(application);
  const body = ctx.body as Record<string, unknown>;
  const generated = Object.entries(body).filter(([name]) => generatedFields.includes(name));
  return { ...metadata, client_name: application.title.en, ...Object.fromEntries(generated) };
}
