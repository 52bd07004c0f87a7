// The types of handlers of the administration API: the route table gives their input and output.

import type { Role } from '@brama/contract/admin/roles';
import type { AdminRoute } from '@brama/contract/admin/route';
import type { AdminRouteId, adminRoutes } from '@brama/contract/admin/routes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Session } from '../../sessions/session.ts';
import type { User } from '../../users/user.ts';

/** The signed-in user of a request, who has at least one role. */
export type Actor = { user: User; session: Session; roles: readonly Role[] };

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type PartOf<Route, Name extends 'params' | 'query' | 'body'> = Route extends {
  [N in Name]: infer Schema;
}
  ? Parsed<Schema>
  : undefined;

export type Call<Route extends AdminRoute = AdminRoute> = {
  actor: Actor;
  params: PartOf<Route, 'params'>;
  query: PartOf<Route, 'query'>;
  body: PartOf<Route, 'body'>;
  request: FastifyRequest;
  reply: FastifyReply;
};

export type Handler<Route extends AdminRoute> = (
  call: Call<Route>,
) => Promise<z.input<Route['response']>>;

type Routes = typeof adminRoutes;
/** The handlers of these routes. */
export type Handlers<Id extends AdminRouteId = AdminRouteId> = { [I in Id]: Handler<Routes[I]> };
