// `brama groups`: lists, creates, changes and deletes groups, and changes their members.

import { findUserId } from './api/find.ts';
import { printFields, printJson, printList, readPages, timeText } from './api/print.ts';
import { type Api, answerOf, type CommandContext, dataOf } from './api/refused.ts';
import { withApi } from './api/with-api.ts';
import { UsageError } from './line/read-line.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';

type Arguments = Given<(typeof areas)['groups']>;
type Of<Command extends Arguments['command']> = Extract<Arguments, { command: Command }>;

/** Returns the fields of the group that are given. @throws {UsageError} for a title in one language */
function fieldsOf({ options }: Of<'create' | 'change'>) {
  const { 'title-uk': uk, 'title-en': en, 'second-factor': policy } = options;
  if ((uk === undefined) !== (en === undefined))
    throw new UsageError('--title-uk, --title-en: give both of them');
  return {
    ...(uk !== undefined && en !== undefined && { title: { uk, en } }),
    ...(policy !== undefined && { secondFactor: policy === 'default' ? null : policy }),
  };
}

function checkArguments(given: Arguments): Arguments {
  if (given.command === 'create' || given.command === 'change') fieldsOf(given);
  return given;
}

type Group = {
  name: string;
  title: { uk: string; en: string } | null;
  secondFactor: string | null;
  createdAt: string;
};

function printGroup(group: Group, isJson: boolean): number {
  if (isJson) printJson(group);
  else
    printFields({
      name: group.name,
      'title (uk)': group.title?.uk,
      'title (en)': group.title?.en,
      'second factor': group.secondFactor ?? 'default',
      created: timeText(group.createdAt),
    });
  return 0;
}

const pathOf = (name: string) => ({ path: { name } });

async function list(api: Api, { options }: Of<'list'>): Promise<number> {
  const { search: q } = options;
  const found = await readPages(options, (page) =>
    dataOf(api.GET('/api/admin/groups', { params: { query: { q, ...page } } })),
  );
  return printList(found, options.json, {
    name: ({ name }) => name,
    members: ({ members }) => members,
    'second factor': ({ secondFactor }) => secondFactor ?? 'default',
    title: ({ title }) => title?.en,
  });
}

async function listMembers(api: Api, { operands: [name], options }: Of<'members'>) {
  const { period = 'now' } = options;
  const found = await readPages(options, (page) =>
    dataOf(
      api.GET('/api/admin/groups/{name}/members', {
        params: { ...pathOf(name), query: { period, ...page } },
      }),
    ),
  );
  return printList(found, options.json, {
    username: ({ username }) => username,
    name: ({ fullName }) => fullName,
    disabled: ({ disabled }) => disabled,
    from: ({ validFrom }) => timeText(validFrom),
    until: ({ validUntil }) => timeText(validUntil),
  });
}

async function change(api: Api, given: Of<'change'>): Promise<number> {
  const [name] = given.operands;
  const path = '/api/admin/groups/{name}';
  const { etag } = await answerOf(api.GET(path, { params: pathOf(name) }));
  const params = { ...pathOf(name), header: { 'If-Match': etag } };
  const group = await dataOf(api.PATCH(path, { params, body: fieldsOf(given) }));
  return printGroup(group, given.options.json);
}

async function deleteGroup(api: Api, name: string): Promise<number> {
  const path = '/api/admin/groups/{name}';
  const { etag } = await answerOf(api.GET(path, { params: pathOf(name) }));
  await dataOf(api.DELETE(path, { params: { ...pathOf(name), header: { 'If-Match': etag } } }));
  console.log(`Deleted the group ${name}.`);
  return 0;
}

async function addMember(api: Api, { operands, options }: Of<'add'>): Promise<number> {
  const [group, username] = operands;
  const path = { id: await findUserId(api, username), group };
  const body = { validFrom: options.from ?? null, validUntil: options.until ?? null };
  const address = '/api/admin/users/{id}/memberships/{group}';
  const membership = await dataOf(api.PUT(address, { params: { path }, body }));
  if (options.json) printJson(membership);
  else console.log(`${username} is in the group ${group}${membership.active ? '' : ' later'}.`);
  return 0;
}

async function removeMember(api: Api, { operands }: Of<'remove'>): Promise<number> {
  const [group, username] = operands;
  const path = { id: await findUserId(api, username), group };
  await dataOf(api.DELETE('/api/admin/users/{id}/memberships/{group}', { params: { path } }));
  console.log(`Removed ${username} from the group ${group}.`);
  return 0;
}

async function run(api: Api, given: Arguments): Promise<number> {
  if (given.command === 'list') return list(api, given);
  if (given.command === 'members') return listMembers(api, given);
  if (given.command === 'change') return change(api, given);
  if (given.command === 'add') return addMember(api, given);
  if (given.command === 'remove') return removeMember(api, given);
  const [name] = given.operands;
  if (given.command === 'delete') return deleteGroup(api, name);
  const group =
    given.command === 'show'
      ? api.GET('/api/admin/groups/{name}', { params: pathOf(name) })
      : api.POST('/api/admin/groups', { body: { name, ...fieldsOf(given) } });
  return printGroup(await dataOf(group), given.options.json);
}

export function runGroups(args: readonly string[], context: CommandContext): Promise<number> {
  return withArguments('groups', args, checkArguments, (given) =>
    withApi(context, given.options, (api) => run(api, given)),
  );
}
