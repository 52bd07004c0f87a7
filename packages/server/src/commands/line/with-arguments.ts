// Runs a command with its parsed command line.

import { exitCodes } from './exit-codes.ts';
import { asksForHelp, readLine, UsageError } from './read-line.ts';
import { consolePage } from './server-option.ts';
import type { AreaSpec, Given } from './spec.ts';
import { type AreaName, areas } from './table.ts';
import { usageOf } from './usage.ts';

/** For a command that API tokens may not do on another server, prints where a person does it, and returns the exit code. */
function onlyInConsole(area: AreaName, line: { command: unknown; options: unknown }) {
  const { commands }: AreaSpec = areas[area];
  const { remote } = commands[`${line.command}`] ?? {};
  const { server } = line.options as { server?: string };
  if (typeof remote !== 'object' || server === undefined) return undefined;
  const page = consolePage(server, remote.page);
  console.error(
    remote.reason === undefined
      ? `API tokens may not do this. Do it in the console: ${page}`
      : `${remote.reason} Run the command on a machine of the server, without --server. The console is at ${page}`,
  );
  return exitCodes.onlyInConsole;
}

/** Without `--server` the command would work on this machine, which the user of a token does not expect. */
function isWithoutServer({ options }: { options: unknown }): boolean {
  const { server, 'token-stdin': isToken } = options as {
    server?: string;
    'token-stdin'?: boolean;
  };
  return server === undefined && isToken === true;
}

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
  let line: Given<(typeof areas)[Name]>;
  let given: A;
  try {
    line = readLine(area, args);
    given = check(line);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(args.length > 0 ? `${error.message}\n\n${usageOf(area)}` : usageOf(area));
    return exitCodes.wrongLine;
  }
  if (isWithoutServer(line)) {
    console.error('--token-stdin needs --server. Nothing was done.');
    return exitCodes.refused;
  }
  return onlyInConsole(area, line) ?? work(given);
}
