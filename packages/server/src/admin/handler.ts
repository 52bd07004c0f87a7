// The types of handlers of the administration API: the route table gives their input and output.

import type { Extent, Permission } from '@brama/contract/admin/permissions';
import type { Role } from '@brama/contract/admin/roles';
import type { AdminRoute } from '@brama/contract/admin/route';
import type { AdminRouteId, adminRoutes } from '@brama/contract/admin/routes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Change, Happened } from '../events/change.ts';
import type { Session } from '../sessions/session.ts';
import type { User } from '../users/user.ts';

/** The caller: a user with at least one role, by a session or an API token. Or a command, run by a user of the operating system. */
export type Actor = {
  user: User;
  roles: readonly Role[];
  /** Those of the roles; for a token only those of its scopes. */
  permissions: readonly Permission[];
} & (
  | { session: Session }
  | { token: { id: string; scopes: readonly Permission[] } }
  | { systemUser: string }
);

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type PartOf<Route, Name extends 'params' | 'query' | 'body'> = Route extends { upload: object }
  ? Name extends 'body'
    ? AsyncIterable<Buffer>
    : SchemaPart<Route, Name>
  : SchemaPart<Route, Name>;
type SchemaPart<Route, Name extends 'params' | 'query' | 'body'> = Route extends {
  [N in Name]: infer Schema;
}
  ? Parsed<Schema>
  : undefined;

/** What the handler of a change reports. `queries`: the transaction, which an exception undoes. */
type Reports = Pick<Change, 'queries' | 'record' | 'sessionsEnded' | 'notify' | 'afterCommit'>;

/** Events of requests that change nothing, such as what a caller has seen. They have no log line and no email. */
type Viewing = Extract<
  Happened,
  {
    type:
      | 'user.viewed'
      | 'user.view-opened'
      | 'users.searched'
      | 'users.exported'
      | 'import.viewed'
      | 'test-email.sent'
      | 'application.users-viewed'
      | 'application.claims-viewed';
  }
>;

/** What a handler reports that changes nothing. Nothing follows it, because there is no commit. `queries`: the database. */
export type ReadReports = Pick<Change, 'queries'> & { record(viewing: Viewing): Promise<void> };

/** What the handler of a file uses. `queries`: the database. `inChange` runs a transaction with the rights that the caller has by then. */
export type UploadReports = Pick<Change, 'queries'> & {
  inChange<Result>(work: (change: Change) => Promise<Result>): Promise<Result>;
};

type ReportsOf<Route> = Route extends { method: 'GET' } | { reads: true }
  ? ReadReports
  : Route extends { upload: object }
    ? UploadReports
    : Reports;

export type Call<Route extends AdminRoute = AdminRoute> = ReportsOf<Route> & {
  actor: Actor;
  /** On which objects the caller has the permission of the route. */
  extent: Extent;
  params: PartOf<Route, 'params'>;
  query: PartOf<Route, 'query'>;
  body: PartOf<Route, 'body'>;
  /** From `If-Match`, for changes of versioned objects. */
  version: number;
  request: FastifyRequest;
  reply: FastifyReply;
};

type Result<Route> =
  | (Route extends { file: string } ? FileContent : never)
  | (Route extends { response: infer Schema extends z.ZodType } ? z.input<Schema> : undefined)
  | (Route extends { waiting: infer Schema extends z.ZodType } ? z.input<Schema> : never);

/** A file, part by part. An exception breaks the response off. */
export type FileContent = { name: string; parts: AsyncIterable<string> };

export type Handler<Route extends AdminRoute> = (call: Call<Route>) => Promise<Result<Route>>;

type Routes = typeof adminRoutes;
/** Runs if the change is refused. */
export type Undo = () => Promise<void>;
/** What does not belong into the transaction of a change: it runs before, for a caller who may call the route. */
export type Preparations = {
  [I in AdminRouteId]?: (
    call: Pick<Call<Routes[I]>, 'actor' | 'params' | 'body'>,
  ) => Promise<Undo | undefined>;
};
/**
 * Checks values beyond the schema of a body that the schema refuses, so that one answer names every wrong field. `body` has the
 * valid fields, `given` all of them. There is no transaction. @throws `request.invalid`, `admin.conflict`
 */
export type InputChecks = {
  [I in AdminRouteId]?: (
    call: Pick<Call<Routes[I]>, 'actor' | 'extent' | 'params' | 'queries'> & {
      body: Partial<Call<Routes[I]>['body']>;
      given: Readonly<Record<string, unknown>>;
    },
  ) => Promise<unknown>;
};
/** What is checked again before a stored response is repeated: the object may be gone, or no longer the caller's. */
export type ReplayChecks = {
  [I in AdminRouteId as Routes[I] extends { idempotent: true } ? I : never]: (
    call: Call<Routes[I]>,
    response: Result<Routes[I]>,
  ) => Promise<unknown>;
};
/** The handlers of these routes. */
export type Handlers<Id extends AdminRouteId = AdminRouteId> = { [I in Id]: Handler<Routes[I]> };
