// Those commands of `brama users` that call the administration API: lists, shows, disables and enables users, and lists their ways to sign in.

import { findUserId } from './api/find.ts';
import { printFields, printJson, printLines, printList, readPages, timeText } from './api/print.ts';
import { type Api, answerOf, dataOf } from './api/refused.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';

type All = Given<(typeof areas)['users']>;
type Of<Command extends All['command']> = Extract<All, { command: Command }>;
export type ByApi = Of<'list' | 'show' | 'disable' | 'enable' | 'factors'>;

async function list(api: Api, { options }: Of<'list'>): Promise<number> {
  const { search: q, group, role, disabled, enabled, guests } = options;
  const filters = {
    q,
    group,
    role,
    disabled: disabled === enabled ? undefined : disabled,
    isGuest: guests || undefined,
  };
  const found = await readPages(options, (page) =>
    dataOf(api.GET('/api/admin/users', { params: { query: { ...filters, ...page } } })),
  );
  return printList(found, options.json, {
    username: ({ username }) => username,
    name: ({ fullName }) => fullName,
    email: ({ email }) => email,
    disabled: ({ disabled: isDisabled }) => isDisabled,
    'last sign-in': ({ lastSignInAt }) => timeText(lastSignInAt),
    groups: ({ groups }) => groups.join(', '),
  });
}

type User = Awaited<ReturnType<typeof readUser>>['data'];

const pathOf = (id: string) => ({ path: { id } });
const readUser = (api: Api, id: string) =>
  answerOf(api.GET('/api/admin/users/{id}', { params: pathOf(id) }));

function printUser(user: User, isJson: boolean): number {
  if (isJson) {
    printJson(user);
    return 0;
  }
  printFields({
    id: user.id,
    username: user.username,
    name: user.fullName,
    email: user.email,
    disabled: user.disabled ? user.disabledReason : false,
    note: user.disabledNote,
    from: timeText(user.validFrom),
    until: timeText(user.validUntil),
    groups: user.memberships
      .filter(({ active }) => active)
      .map(({ group }) => group)
      .join(', '),
    roles: user.roles?.join(', '),
    created: timeText(user.createdAt),
    changed: timeText(user.updatedAt),
  });
  return 0;
}

async function setDisabled(api: Api, id: string, given: Of<'disable' | 'enable'>) {
  const { etag } = await readUser(api, id);
  const note = given.command === 'disable' ? given.options.note : undefined;
  const disabled = given.command === 'disable';
  const user = await dataOf(
    api.PATCH('/api/admin/users/{id}', {
      params: { ...pathOf(id), header: { 'If-Match': etag } },
      body: { disabled, ...(note !== undefined && { disabledNote: note }) },
    }),
  );
  if (given.options.json) printJson(user);
  // another reason may remain, such as an end date
  else console.log(`${user.username} ${user.disabled ? 'cannot' : 'can'} sign in.`);
  return 0;
}

const lastUse = (at: string | null) => (at === null ? 'never used' : `last used ${timeText(at)}`);

async function listFactors(api: Api, id: string, isJson: boolean): Promise<number> {
  const factors = await dataOf(api.GET('/api/admin/users/{id}/factors', { params: pathOf(id) }));
  if (isJson) {
    printJson(factors);
    return 0;
  }
  const { passkeys, authenticatorApp: app, accessCode } = factors;
  const methods = [
    ...(['password', 'diia', 'google'] as const).filter((method) => factors[method]),
    ...(passkeys.length > 0 ? ['passkey'] : []),
  ];
  const lines = [
    `signs in with: ${methods.join(', ') || 'nothing'}`,
    ...passkeys.map(
      ({ name, createdAt, lastUsedAt }) =>
        `passkey: ${name || 'without a name'}, added ${timeText(createdAt)}, ${lastUse(lastUsedAt)}`,
    ),
    app
      ? `authenticator app: added ${timeText(app.createdAt)}, ${lastUse(app.lastUsedAt)}`
      : 'authenticator app: none',
    `recovery codes: ${factors.recoveryCodesLeft} left`,
    ...factors.rememberedBrowsers.map(
      ({ browser, system, lastUsedAt }) =>
        `remembered browser: ${browser ?? 'unknown browser'}, ${system ?? 'unknown system'}, ${lastUse(lastUsedAt)}`,
    ),
    `secondary address: ${factors.secondaryEmail.state}`,
    accessCode
      ? `access code: valid until ${timeText(accessCode.expiresAt)}, issued by ${accessCode.issuedBy}`
      : 'access code: none',
  ];
  printLines(lines);
  return 0;
}

export async function runByApi(api: Api, given: ByApi): Promise<number> {
  if (given.command === 'list') return list(api, given);
  const id = await findUserId(api, given.operands[0]);
  if (given.command === 'factors') return listFactors(api, id, given.options.json);
  if (given.command === 'show')
    return printUser((await readUser(api, id)).data, given.options.json);
  return setDisabled(api, id, given);
}
