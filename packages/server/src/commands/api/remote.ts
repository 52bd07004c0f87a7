// The administration API of another server. The API token comes from a file or from standard input: all users of a machine see arguments.

import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { createAdminClient } from '@brama/contract/admin/client';
import { modeOf, othersMayRead } from '../../doctor/file-modes.ts';
import { type Api, type CommandContext, Refused } from './refused.ts';
import { NoAnswer, remoteFetch } from './remote-fetch.ts';

const maxTokenLength = 1000;
const tokenForm = /^[\w.~+/-]+=*$/;

async function readInput(input: CommandContext['input']): Promise<string> {
  let text = '';
  for await (const part of input) {
    text += `${part}`;
    if (text.length > maxTokenLength) break;
  }
  return text;
}

/** Reads a file that was checked while it was open, so that no other takes its place between. @throws {Refused} if others may read it */
function readChecked(path: string): string {
  const opened = openSync(path, 'r');
  try {
    const { mode } = fstatSync(opened);
    if (othersMayRead(mode))
      throw new Refused(
        `BRAMA_TOKEN_FILE: other users of this machine may read ${path} (mode ${modeOf(mode)}). Run chmod 600 ${path}; if others may have read it, revoke the token.`,
      );
    return readFileSync(opened, 'utf8');
  } finally {
    closeSync(opened);
  }
}

function readTokenFile(path: string | undefined): string {
  if (!path)
    throw new Refused('Set BRAMA_TOKEN_FILE to a file with an API token, or use --token-stdin.');
  try {
    return readChecked(path);
  } catch (error) {
    if (error instanceof Refused) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new Refused(`BRAMA_TOKEN_FILE: cannot read ${path} (${code}).`, { cause: error });
  }
}

/** @throws {Refused} without repeating what was read */
async function readToken({ env, input }: CommandContext, isFromInput: boolean): Promise<string> {
  const text = isFromInput ? await readInput(input) : readTokenFile(env['BRAMA_TOKEN_FILE']);
  const token = text.trim();
  if (token.length <= maxTokenLength && tokenForm.test(token)) return token;
  const place = isFromInput ? 'Standard input' : 'The file BRAMA_TOKEN_FILE';
  throw new Refused(`${place} must contain one API token, and nothing else.`);
}

/** The client throws what is not an answer of the API. */
async function onlyAnswers<Result>(call: () => Promise<Result>, origin: string): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof NoAnswer || !(error instanceof Error)) throw error;
    throw new NoAnswer(`${origin} is not a server of Brama, or a proxy has answered.`, {
      cause: error,
    });
  }
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** @throws {Refused} */
export async function openRemote(
  context: CommandContext,
  server: string,
  isTokenFromInput: boolean,
): Promise<Api> {
  if (context.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
    throw new Refused(
      'NODE_TLS_REJECT_UNAUTHORIZED=0 turns the check of certificates off: unset it.',
    );
  const { origin, protocol } = new URL(server);
  if (protocol === 'http:' && context.env['NODE_USE_ENV_PROXY'])
    throw new Refused(
      'NODE_USE_ENV_PROXY would send the token through a proxy in clear text: unset it.',
    );
  const client = createAdminClient({
    baseUrl: origin,
    token: await readToken(context, isTokenFromInput),
    fetch: (request) => {
      request.headers.set('accept-language', 'en');
      return remoteFetch(request);
    },
  });
  type Call = (...args: unknown[]) => Promise<unknown>;
  const guarded = methods.map((method) => {
    const call = client[method] as Call;
    return [method, (...args: unknown[]) => onlyAnswers(() => call(...args), origin)] as const;
  });
  return Object.fromEntries(guarded) as unknown as Api;
}
