// `npm run brama -- registrations`: issues a token for one self-registration, lists self-registered applications,
// removes one.

import { normalizeAppId } from '@brama/contract/app-id';
import type { Logger } from 'pino';
import {
  permitRegistration,
  removeRegistration,
} from '../applications/oidc/clients/registration-handlers.ts';
import { Registrations } from '../applications/oidc/clients/registrations.ts';
import { createApplicationStore } from '../applications/store.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/connect.ts';
import { findUnknownGroups } from '../users/groups.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';
import { inCommand, utcTime, withDatabase } from './run-command.ts';

type TokenRequest = { hours: number; groups: string[] | null };
type Arguments = Given<(typeof areas)['registrations']>;

type Parts = { db: Database; log: Logger; registrations: Registrations };
type Context = { config: Config; log: Logger };

async function printToken(
  { db, log, registrations }: Parts,
  { hours, groups }: TokenRequest,
): Promise<boolean> {
  const { unknown, token } = await inCommand(db, log, async (change) => {
    const missing = await findUnknownGroups(change.queries, groups ?? []);
    const unknown = (groups ?? []).filter((group) => missing.has(group));
    if (unknown.length > 0) return { unknown };
    const given = { groups, hours, at: Date.now() };
    return { unknown, token: (await permitRegistration(registrations, change, given)).token };
  });
  if (token === undefined) {
    console.error(`There is no group ${unknown.join(', ')}. Add it to a manifest first.`);
    return false;
  }
  console.log(token);
  return true;
}

async function printList(registrations: Registrations) {
  const lines = (await registrations.list()).map(
    ({ application: { id, title }, registeredAt }) =>
      `${id}  registered ${utcTime(registeredAt)}  ${title.en}`,
  );
  console.log(lines.join('\n') || 'No application has registered itself.');
}

async function removeOne({ db, log, registrations }: Parts, clientId: string) {
  const isRemoved = await inCommand(db, log, (change) =>
    removeRegistration(registrations, change, normalizeAppId(clientId)),
  );
  if (!isRemoved) {
    console.error('No application has registered itself under this id.');
    return 1;
  }
  console.log(`Removed ${clientId}.`);
  return 0;
}

async function run(db: Database, given: Arguments, { config, log }: Context): Promise<number> {
  const applications = createApplicationStore(db, Date.now);
  const registrations = new Registrations({ db, applications, now: Date.now });
  const parts = { db, log, registrations };
  if (given.command === 'remove') return removeOne(parts, given.operands[0]);
  if (given.command === 'list') {
    await printList(registrations);
    return 0;
  }
  const { hours = 24, group } = given.options;
  const groups = group.length > 0 ? group : null;
  if (!(await printToken(parts, { hours, groups }))) return 1;
  // this command can run with other settings than the server
  if (!config.oidcRegistration)
    console.error('OIDC_REGISTRATION is not 1 here: servers without it refuse the token.');
  return 0;
}

export function runRegistrations(args: readonly string[], config: Config): Promise<number> {
  return withArguments(
    'registrations',
    args,
    (given) => given,
    (given) => withDatabase(config, [], (db, log) => run(db, given, { config, log })),
  );
}
