// Runs a command with its parsed command line. Exit codes: 0 done, 1 refused or not found, 2 invalid command line.

import { asksForHelp, readLine, UsageError } from './read-line.ts';
import type { Given } from './spec.ts';
import type { AreaName, areas } from './table.ts';
import { usageOf } from './usage.ts';

/**
 * Returns the exit code of `work`. For `--help` prints the usage of the area to standard output and returns 0. For an invalid command
 * line, also if `check` throws a UsageError, prints what is wrong and the usage, and returns 2.
 */
export async function withArguments<Name extends AreaName, A>(
  area: Name,
  args: readonly string[],
  check: (given: Given<(typeof areas)[Name]>) => A,
  work: (given: A) => Promise<number>,
): Promise<number> {
  if (asksForHelp(args)) {
    console.log(usageOf(area));
    return 0;
  }
  let given: A;
  try {
    given = check(readLine(area, args));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(args.length > 0 ? `${error.message}\n\n${usageOf(area)}` : usageOf(area));
    return 2;
  }
  return work(given);
}
