// Runs the work of a command with the administration API.

import { exitCodes } from '../line/exit-codes.ts';
import { consolePage } from '../line/server-option.ts';
import { type Api, type CommandContext, Refused } from './refused.ts';
import { NoAnswer } from './remote-fetch.ts';

export type RemoteValues = { server: string | undefined; 'token-stdin': boolean };

async function run(
  context: CommandContext,
  options: RemoteValues,
  work: (api: Api) => Promise<number>,
): Promise<number> {
  if (options.server === undefined) {
    const { withOwnApi } = await import('./own.ts');
    return withOwnApi(context, work);
  }
  const { openRemote } = await import('./remote.ts');
  return work(await openRemote(context, options.server, options['token-stdin']));
}

/** Returns the exit code of `work`; prints why it was refused. */
export async function withApi(
  context: CommandContext,
  options: RemoteValues,
  work: (api: Api) => Promise<number>,
): Promise<number> {
  try {
    return await run(context, options, work);
  } catch (error) {
    if (!(error instanceof NoAnswer || error instanceof Refused)) throw error;
    console.error(error.message);
    if (error instanceof NoAnswer) return exitCodes.noAnswer;
    if (options.server === undefined || error.problem?.reason !== 'tokens-not-allowed')
      return exitCodes.refused;
    console.error(`Do it in the console: ${consolePage(options.server, '')}`);
    return exitCodes.onlyInConsole;
  }
}
