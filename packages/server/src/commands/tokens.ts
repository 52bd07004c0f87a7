// `brama tokens`: lists, creates and revokes API tokens.

import { checkToken, runCreateToken } from './admin-token.ts';
import { printList, readPages, timeText } from './api/print.ts';
import { type Api, type CommandContext, dataOf } from './api/refused.ts';
import { withApi } from './api/with-api.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';

type Options = Extract<Given<(typeof areas)['tokens']>, { command: 'list' }>['options'];

async function list(api: Api, options: Options): Promise<number> {
  const found = await readPages(options, (query) =>
    dataOf(api.GET('/api/admin/tokens', { params: { query } })),
  );
  return printList(found, options.json, {
    id: ({ id }) => id,
    user: ({ username }) => username,
    name: ({ name }) => name,
    created: ({ createdAt }) => timeText(createdAt),
    ends: ({ expiresAt }) => timeText(expiresAt),
    'last used': ({ lastUsedAt }) => timeText(lastUsedAt),
    scopes: ({ scopes }) => scopes.join(' '),
  });
}

async function revoke(api: Api, id: string): Promise<number> {
  await dataOf(api.DELETE('/api/admin/tokens/{id}', { params: { path: { id } } }));
  console.log('Revoked.');
  return 0;
}

export function runTokens(args: readonly string[], context: CommandContext): Promise<number> {
  return withArguments('tokens', args, checkToken, (given) => {
    if (given.command === 'create') return runCreateToken(given, context.config());
    return withApi(context, given.options, (api) =>
      given.command === 'list' ? list(api, given.options) : revoke(api, given.operands[0]),
    );
  });
}
