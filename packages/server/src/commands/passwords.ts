// `npm run brama -- passwords`: makes the compact filter of breached passwords from a list of Have I Been Pwned.

import { isAbsolute, resolve } from 'node:path';
import { buildFilter, ListError } from '../users/breached-passwords/build-filter.ts';
import { refuseMore, UsageError, unknownCommand, withArguments } from './run-command.ts';

const usage = `usage: npm run brama -- passwords filter LIST FILTER

  filter  writes to the file FILTER a filter of the breached passwords in the file LIST: SHA-1 hashes in the format of
          Have I Been Pwned, ordered by hash. It takes two bytes for each hash instead of about 45. Set
          BREACHED_PASSWORDS to the filter. Users may choose none of these passwords, nor about one in a thousand others`;

function readArguments([command, list, filter, ...rest]: readonly string[]) {
  if (command !== 'filter') throw unknownCommand('passwords', command);
  if (!list) throw new UsageError('LIST is missing');
  if (!filter) throw new UsageError('FILTER is missing');
  refuseMore(rest);
  return { list, filter };
}

/** Relative paths start at `folder`. */
export function runPasswords(args: readonly string[], folder: string): Promise<number> {
  const pathOf = (given: string) => (isAbsolute(given) ? given : resolve(folder, given));
  return withArguments(usage, args, readArguments, async ({ list, filter }) => {
    try {
      const hashes = await buildFilter(pathOf(list), pathOf(filter));
      console.log(`Wrote the filter of ${hashes} passwords to ${filter}.`);
      return 0;
    } catch (error) {
      const { code, path = list } = error as NodeJS.ErrnoException;
      if (!(error instanceof ListError) && code === undefined) throw error;
      const reason = error instanceof ListError ? error.message : `${code}`;
      console.error(`${path}: ${reason}`);
      return 1;
    }
  });
}
