// Reads the records of a usual request in one statement, before the library asks for them one after the other. The adapters use
// a record only if the library asks for exactly this one; everything else they read themselves.

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import * as querystring from 'node:querystring';
import { parseAppId } from '@brama/contract/app-id';
import { sql } from 'kysely';
import { hashSecret } from '../../../crypto/secrets.ts';
import type { Database } from '../../../database/connect.ts';
import { prepare } from '../../../database/prepared.ts';
import { sessionColumns } from '../../../sessions/session.ts';
import { type SessionStore, type SignedIn, signedInColumns } from '../../../sessions/store.ts';
import type { Application } from '../../application.ts';
import {
  type ApplicationStore,
  applicationColumns,
  prefixedApplicationColumns,
} from '../../store.ts';
import type { StoredGrant } from './grants.ts';
import { selectTokenRow, type TokenRow } from './token-queries.ts';

/** What one statement has read for a request. `grant` belongs to the session, and to the client or the token. */
export type RequestRecords = SignedIn & {
  application: Application;
  grant?: StoredGrant | undefined;
  token?: { idHash: string; row: TokenRow };
};

type Deps = {
  db: Database;
  sessions: SessionStore;
  applications: ApplicationStore;
};

/** A client id is an application id or the key of the protocol settings. Both columns have an index. */
type ClientColumn = 'id' | 'protocol_key';

const columns = [
  ...signedInColumns.session,
  ...signedInColumns.user,
  ...prefixedApplicationColumns,
  'g.id as grant_id',
  'g.client_id as grant_client_id',
  'g.user_id as grant_user_id',
  'g.sid as grant_sid',
  'g.expires_at as grant_expires_at',
  'g.revoked_at as grant_revoked_at',
] as const;

// Parameters are in subqueries: SQLite would plan a plain join again for every value.

const chosenClient = (db: Database, column: ClientColumn, clientId: string) =>
  db
    .selectFrom('applications')
    .select(applicationColumns)
    .where(column, '=', clientId)
    .limit(sql.lit(1))
    .as('a');

function prepareBySession(db: Database, clientColumn: ClientColumn) {
  return prepare(db, ({ idHash, clientId }: { idHash: string; clientId: string }) =>
    db
      .selectFrom((chosen) =>
        chosen
          .selectFrom('sessions')
          .select(sessionColumns)
          .where('id_hash', '=', idHash)
          .limit(sql.lit(1))
          .as('s'),
      )
      .innerJoin('users as u', 'u.id', 's.user_id')
      .innerJoin(chosenClient(db, clientColumn, clientId), (join) => join.onTrue())
      .leftJoin('oidc_grants as g', (join) =>
        join.onRef('g.session_uid', '=', 's.uid').onRef('g.client_id', '=', `a.${clientColumn}`),
      )
      .select(columns),
  );
}

function prepareByToken(db: Database, clientColumn: ClientColumn) {
  return prepare(db, ({ idHash, clientId }: { idHash: string; clientId: string }) =>
    db
      .selectFrom(
        selectTokenRow(db, idHash)
          .select('expires_at as token_expires_at')
          .limit(sql.lit(1))
          .as('t'),
      )
      .innerJoin('oidc_grants as g', 'g.id', 't.grant_id')
      .innerJoin('sessions as s', 's.uid', 'g.session_uid')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .innerJoin(chosenClient(db, clientColumn, clientId), (join) => join.onTrue())
      .select(['t.model', 't.payload', 't.consumed_at', 't.token_expires_at', 't.code_consumed_at'])
      .select(columns),
  );
}

type BySession = Awaited<ReturnType<ReturnType<typeof prepareBySession>['first']>>;

function grantFrom(row: NonNullable<BySession>): StoredGrant | undefined {
  const { grant_id: id, grant_client_id: clientId, grant_user_id: userId, grant_sid: sid } = row;
  const { grant_expires_at: expiresAt, grant_revoked_at: revokedAt } = row;
  if (id === null || clientId === null || userId === null || sid === null || expiresAt === null)
    return undefined;
  return { id, clientId, userId, sid, expiresAt, revokedAt };
}

const clientIdPattern = /^[\x20-\x7e]{1,255}$/;
/** The library reads forms up to this length. */
const maxFormLength = 56 * 1024;

/** Resolves when data has arrived, or when none will. */
async function untilReadable(request: IncomingMessage) {
  const over = new AbortController();
  const waits = ['readable', 'close'].map((event) => once(request, event, { signal: over.signal }));
  // an aborted request is handled by the library
  await Promise.race(waits).catch(() => undefined);
  over.abort();
  await Promise.allSettled(waits);
}

/** Returns the form of a request if it arrives in one piece, and leaves it in the request for the library. */
async function peekForm(request: IncomingMessage) {
  const length = Number(request.headers['content-length']);
  if (!(length > 0 && length <= maxFormLength)) return undefined;
  // what arrived with the headers is readable after the present callback
  await Promise.resolve();
  if (request.readableLength === 0) await untilReadable(request);
  if (request.readableLength !== length) return undefined;
  const body: Buffer = request.read();
  request.unshift(body);
  return querystring.parse(body.toString('latin1'));
}

/** Returns the username of HTTP Basic authentication, or undefined if it is malformed: the library refuses it. */
function basicClientId(authorization = ''): string | undefined {
  const [, encoded = ''] = /^basic ([\w+/]+=*)$/i.exec(authorization) ?? [];
  const [name = ''] = Buffer.from(encoded, 'base64').toString('latin1').split(':', 1);
  return Object.keys(querystring.parse(name))[0];
}

export class RequestRecordsReader {
  readonly #deps: Deps;
  readonly #bySession: (clientId: string) => ReturnType<typeof prepareBySession>;
  readonly #byToken: (clientId: string) => ReturnType<typeof prepareByToken>;

  constructor(deps: Deps) {
    const { db } = deps;
    this.#deps = deps;
    const bySession = [prepareBySession(db, 'id'), prepareBySession(db, 'protocol_key')] as const;
    const byToken = [prepareByToken(db, 'id'), prepareByToken(db, 'protocol_key')] as const;
    this.#bySession = (clientId) => bySession[parseAppId(clientId) ? 0 : 1];
    this.#byToken = (clientId) => byToken[parseAppId(clientId) ? 0 : 1];
  }

  /** Reads the records of an authorization request. Counts as use of the session. */
  async ofSession(secretId: string, clientId: string): Promise<RequestRecords | undefined> {
    if (!clientIdPattern.test(clientId)) return undefined;
    const idHash = hashSecret(secretId);
    const row = await this.#bySession(clientId).first({ idHash, clientId });
    const records = row && this.#recordsFrom(row);
    if (records) await this.#deps.sessions.countUse(records.session);
    return records;
  }

  /** Reads the records of a token request with a code or a refresh token of a live session. */
  async ofTokenRequest(request: IncomingMessage): Promise<RequestRecords | undefined> {
    const form = await peekForm(request);
    const clientId = form?.['client_id'] ?? basicClientId(request.headers.authorization);
    const token = form?.['code'] ?? form?.['refresh_token'];
    if (typeof token !== 'string' || typeof clientId !== 'string') return undefined;
    if (!clientIdPattern.test(clientId)) return undefined;
    const idHash = hashSecret(token);
    const row = await this.#byToken(clientId).first({ idHash, clientId });
    const records = row && this.#recordsFrom(row);
    if (!records) return undefined;
    return { ...records, token: { idHash, row: { ...row, expires_at: row.token_expires_at } } };
  }

  #recordsFrom(row: NonNullable<BySession>): RequestRecords | undefined {
    const { sessions, applications } = this.#deps;
    const signedIn = sessions.signedInFrom(row);
    return (
      signedIn && {
        ...signedIn,
        application: applications.fromPrefixed(row),
        grant: grantFrom(row),
      }
    );
  }
}
