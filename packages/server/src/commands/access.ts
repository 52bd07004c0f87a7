// `brama access`: who may open an application, and why a user may or may not.

import { findApplicationId, findUserId } from './api/find.ts';
import { printJson, printLines, printList, readPages, timeText } from './api/print.ts';
import { type Api, type CommandContext, dataOf } from './api/refused.ts';
import { withApi } from './api/with-api.ts';
import { exitCodes } from './line/exit-codes.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';

type Arguments = Given<(typeof areas)['access']>;
type Of<Command extends Arguments['command']> = Extract<Arguments, { command: Command }>;

type Line = { level: number; text: string };
const indented = ({ level, text }: Line) => `${'  '.repeat(level + 1)}${text}`;

async function who(api: Api, { operands: [name], options }: Of<'who'>): Promise<number> {
  const path = { id: await findApplicationId(api, name) };
  let total = 0;
  const found = await readPages(options, async (query) => {
    const page = await dataOf(
      api.GET('/api/admin/applications/{id}/access/users', { params: { path, query } }),
    );
    total = page.total;
    return page;
  });
  if (options.json) {
    printJson({ ...found, total });
    return 0;
  }
  const { en } = await dataOf(
    api.GET('/api/admin/applications/{id}/access/explanation', { params: { path } }),
  );
  printLines([en.summary, ...en.conditions.map(indented), `Users: ${total}`, '']);
  return printList(found, false, {
    username: ({ username }) => username,
    name: ({ fullName }) => fullName,
  });
}

type Obstacle = {
  prevents: boolean;
  rule: { en: string };
  remedy: { en: string };
  until: string | null;
  access: { en: { summary: string; conditions: (Line & { isMet: boolean | null })[] } } | null;
};

const marks = new Map<unknown, string>([
  [true, ' (met)'],
  [false, ' (not met)'],
]);

function obstacleLines({ prevents, rule, remedy, until, access }: Obstacle): string[] {
  const conditions = access?.en.conditions ?? [];
  return [
    '',
    `${prevents ? 'Prevents it' : 'Does not prevent it'}: ${rule.en}`,
    ...(until === null ? [] : [`Ends: ${timeText(until)}`]),
    ...(access ? [`Who may: ${access.en.summary}`] : []),
    ...conditions.map((one) => indented(one) + (marks.get(one.isMet) ?? '')),
    `Remedy: ${remedy.en}`,
  ];
}

async function why(api: Api, { operands, options }: Of<'why'>): Promise<number> {
  const [username, name] = operands;
  const applicationId = await findApplicationId(api, name);
  const path = { id: await findUserId(api, username) };
  const check = await dataOf(
    api.GET('/api/admin/users/{id}/sign-in-check', { params: { path, query: { applicationId } } }),
  );
  const isPossible = !check.obstacles.some(({ prevents }) => prevents);
  const summary = `${username} ${isPossible ? 'can' : 'cannot'} open ${name}.`;
  if (options.json) printJson(check);
  else printLines([summary, ...check.obstacles.flatMap(obstacleLines)]);
  return isPossible ? exitCodes.done : exitCodes.refused;
}

export function runAccess(args: readonly string[], context: CommandContext): Promise<number> {
  return withArguments(
    'access',
    args,
    (given) => given,
    (given) =>
      withApi(context, given.options, (api) =>
        given.command === 'who' ? who(api, given) : why(api, given),
      ),
  );
}
