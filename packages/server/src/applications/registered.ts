// Whether an id is one of an application here, for the button wizard. The response is equal for every user and names nothing: the sign-in
// page, which is public too, already names the application of an id.

import { registeredRequest, registeredResponse } from '@brama/contract/api/registered';
import type { AppId } from '@brama/contract/app-id';
import { paths } from '@brama/contract/paths';
import type { FastifyInstance } from 'fastify';
import type { RequestLimits } from '../http/limits/request-limits.ts';
import { typed } from '../http/server.ts';
import type { StartKind } from '../rate-limits/network-limits.ts';
import type { Application } from './application.ts';

/** Ids are random, so the limit only keeps the database from being asked too often. */
const lookups: StartKind = { name: 'application-lookup' };

export type RegisteredDeps = {
  requestLimits: Pick<RequestLimits, 'countStart'>;
  applicationById(id: AppId): Promise<Application | undefined>;
};

export function registerRegistered(server: FastifyInstance, deps: RegisteredDeps) {
  typed(server).get(
    paths.registeredApplication,
    { schema: { querystring: registeredRequest, response: { 200: registeredResponse } } },
    async (request) => {
      await deps.requestLimits.countStart(request, lookups);
      const { appId } = request.query;
      const application = appId && (await deps.applicationById(appId));
      return { registered: application !== undefined };
    },
  );
}
