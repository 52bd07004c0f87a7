// `npm run brama -- passwords`: makes the compact filter of breached passwords from a list of Have I Been Pwned.

import { isAbsolute, resolve } from 'node:path';
import { buildFilter, ListError } from '../users/breached-passwords/build-filter.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';

const readOperands = ({ operands }: Given<(typeof areas)['passwords']>) => operands;

/** Relative paths start at `folder`. */
export function runPasswords(args: readonly string[], folder: string): Promise<number> {
  const pathOf = (given: string) => (isAbsolute(given) ? given : resolve(folder, given));
  return withArguments('passwords', args, readOperands, async ([list, filter]) => {
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
