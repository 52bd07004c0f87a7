// `brama events`: lists what users, applications and administrators have done.

import { findApplicationId, findUserId } from './api/find.ts';
import { printList, readPages, timeText } from './api/print.ts';
import { type Api, type CommandContext, dataOf } from './api/refused.ts';
import { withApi } from './api/with-api.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';

type Arguments = Given<(typeof areas)['events']>;

/** Returns the filters of the API, which names users and applications by id. */
async function filtersOf(api: Api, { options }: Arguments) {
  const { type, user, application, actor, network, refused, from, to } = options;
  return {
    type,
    network,
    from,
    to,
    result: refused ? ('refused' as const) : undefined,
    userId: user && (await findUserId(api, user)),
    actorId: actor && (await findUserId(api, actor)),
    applicationId: application && (await findApplicationId(api, application)),
  };
}

const systemUserOf = ({ systemUser }: Record<string, unknown>) =>
  typeof systemUser === 'string' ? ` (${systemUser})` : '';

async function list(api: Api, given: Arguments): Promise<number> {
  const filters = await filtersOf(api, given);
  const found = await readPages(given.options, (page) =>
    dataOf(api.GET('/api/admin/events', { params: { query: { ...filters, ...page } } })),
  );
  return printList(found, given.options.json, {
    time: ({ at }) => timeText(at),
    event: ({ type }) => type,
    count: ({ count }) => count,
    by: ({ actor, actorUsername, details }) => actorUsername ?? `${actor}${systemUserOf(details)}`,
    user: ({ username }) => username,
    application: ({ applicationTitle }) => applicationTitle?.en,
    network: ({ network }) => network,
  });
}

export function runEvents(args: readonly string[], context: CommandContext): Promise<number> {
  return withArguments(
    'events',
    args,
    (given) => given,
    (given) => withApi(context, given.options, (api) => list(api, given)),
  );
}
