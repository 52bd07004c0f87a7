// `brama import codes`: prints temporary access codes for the new users of an import who cannot sign in yet. They stand in no log.

import { recoveryPath } from '@brama/contract/recovery/paths';
import type { Logger } from 'pino';
import { withoutFormula } from '../admin/csv.ts';
import type { FullConfig } from '../app/config.ts';
import { revokeUsers } from '../app/revoke-users.ts';
import type { Environment } from '../config/settings.ts';
import { loadKeys } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import type { Import } from '../directory/import/import-store.ts';
import {
  hasNewUsers,
  type IssuedCode,
  issueCodes,
} from '../directory/import/new-users/access-codes.ts';
import { createRecoveryStores } from '../recovery/compose.ts';
import { methodsOn } from '../sign-in/methods.ts';
import { shown } from './api/print.ts';
import { exitCodes } from './line/exit-codes.ts';
import { inCommand, utcTime } from './run-command.ts';
import { createUserEmails, type OpenSite } from './user-emails.ts';

type Context = {
  config: FullConfig;
  db: Database;
  log: Logger;
  runBy: string;
  env: Environment;
  open: OpenSite;
};

export type WantedCodes = { group: string | null; hours: number; renew: boolean };

/** Returns by what the slip of a person is handed out. */
const placeOf = ({ studyGroup, groupTitle, group }: IssuedCode) =>
  // a source may give any text
  (studyGroup && withoutFormula(studyGroup)) ?? groupTitle?.uk ?? group ?? '-';

/** Prints a line for each person. Standard output has nothing else, so that it can be a table. */
function printCodes(codes: readonly IssuedCode[]): void {
  for (const one of codes)
    console.log([placeOf(one), one.fullName, one.username, one.code].map(shown).join('\t'));
}

/** Returns the exit code. */
export async function issueImportCodes(
  { config, db, log, runBy, env, open }: Context,
  one: Import,
  wanted: WantedCodes,
): Promise<number> {
  if (env['JOURNAL_STREAM'] !== undefined) {
    console.error('Codes must not stand in a log: run the command in a terminal.');
    return exitCodes.refused;
  }
  if (!hasNewUsers(one.state)) {
    console.error('The import is not written. Nothing was changed.');
    return exitCodes.refused;
  }
  const { accessCodes } = createRecoveryStores(db, loadKeys(config), Date.now);
  const deps = { accessCodes, revokeUsers, now: Date.now, enabledMethods: methodsOn(config) };
  const emails = createUserEmails({ config, db, log }, open);
  try {
    const { codes, leftOut, remaining } = await inCommand(
      db,
      log,
      (change) =>
        issueCodes(deps, change, {
          of: one,
          ...wanted,
          issuedBy: runBy,
          reason: `new users of ${one.source}`,
          checkMayAct: async () => undefined,
        }),
      emails.notifyUser,
    );
    printCodes(codes);
    const [first] = codes;
    if (first) {
      console.error(`Valid until ${utcTime(Date.parse(first.expiresAt))}, once each, at`);
      console.error(`${config.baseUrl}/${recoveryPath}/access-code`);
    } else console.error('There is no new user who needs a code.');
    for (const { username } of leftOut)
      console.error(`Left out, because the user has a role: ${username}`);
    if (remaining > 0) console.error(`There are ${remaining} more: run the command again.`);
    return exitCodes.done;
  } finally {
    await emails.finish();
  }
}
