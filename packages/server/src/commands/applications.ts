// `brama applications`: lists and shows applications, and changes their client secrets.

import { findApplicationId } from './api/find.ts';
import { printFields, printJson, printList, readPages, timeText } from './api/print.ts';
import { type Api, type CommandContext, dataOf } from './api/refused.ts';
import { withApi } from './api/with-api.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';

type Arguments = Given<(typeof areas)['applications']>;
type Of<Command extends Arguments['command']> = Extract<Arguments, { command: Command }>;

const dayMs = 24 * 3_600_000;
const defaultDays = 366;

async function list(api: Api, { options }: Of<'list'>): Promise<number> {
  const { search: q } = options;
  const found = await readPages(options, (page) =>
    dataOf(api.GET('/api/admin/applications', { params: { query: { q, ...page } } })),
  );
  return printList(found, options.json, {
    name: ({ name }) => name,
    protocol: ({ protocol }) => protocol,
    'last sign-in': ({ lastSignInAt }) => timeText(lastSignInAt),
    'refused requests': ({ recentRefusals }) => recentRefusals?.count ?? 0,
    id: ({ id }) => id,
    title: ({ title }) => title.en,
  });
}

async function show(api: Api, id: string, isJson: boolean): Promise<number> {
  const found = await dataOf(api.GET('/api/admin/applications/{id}', { params: { path: { id } } }));
  if (isJson) printJson(found);
  else {
    const { name, title, description, protocol, access, releases, minimumLevel } = found;
    printFields({
      id,
      name,
      'title (uk)': title.uk,
      'title (en)': title.en,
      description: description.en,
      protocol: JSON.stringify(protocol),
      access: JSON.stringify(access),
      releases: releases.join(', '),
      'minimum level': minimumLevel,
      created: timeText(found.createdAt),
      changed: timeText(found.updatedAt),
    });
  }
  return 0;
}

async function listSecrets(api: Api, id: string, isJson: boolean): Promise<number> {
  const params = { path: { id } };
  const found = await dataOf(api.GET('/api/admin/applications/{id}/secrets', { params }));
  return printList(found, isJson, {
    id: (secret) => secret.id,
    name: ({ name }) => name,
    created: ({ createdAt }) => timeText(createdAt),
    ends: ({ expiresAt }) => timeText(expiresAt),
    'last used': ({ lastUsedAt }) => timeText(lastUsedAt),
  });
}

async function createSecret(api: Api, id: string, { options }: Of<'new-secret'>): Promise<number> {
  const { name, days = defaultDays, json } = options;
  const expiresAt = new Date(Date.now() + days * dayMs).toISOString();
  const created = await dataOf(
    api.POST('/api/admin/applications/{id}/secrets', {
      params: { path: { id } },
      body: { name, expiresAt },
    }),
  );
  if (json) printJson(created);
  else {
    console.log(created.secret);
    console.error(`Its id is ${created.id}. It ends ${timeText(created.expiresAt)}.`);
  }
  return 0;
}

async function deleteSecret(api: Api, id: string, secretId: string): Promise<number> {
  const path = { id, secretId };
  await dataOf(api.DELETE('/api/admin/applications/{id}/secrets/{secretId}', { params: { path } }));
  console.log('Deleted.');
  return 0;
}

async function run(api: Api, given: Arguments): Promise<number> {
  if (given.command === 'list') return list(api, given);
  const id = await findApplicationId(api, given.operands[0]);
  if (given.command === 'show') return show(api, id, given.options.json);
  if (given.command === 'secrets') return listSecrets(api, id, given.options.json);
  if (given.command === 'new-secret') return createSecret(api, id, given);
  return deleteSecret(api, id, given.operands[1]);
}

export function runApplications(args: readonly string[], context: CommandContext): Promise<number> {
  return withArguments(
    'applications',
    args,
    (given) => given,
    (given) => withApi(context, given.options, (api) => run(api, given)),
  );
}
