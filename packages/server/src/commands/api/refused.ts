// What commands call, and how a refusal of the administration API ends a command.

import type { AdminClient } from '@brama/contract/admin/client';
import type { Problem } from '@brama/contract/admin/route';
import type { FullConfig } from '../../app/config.ts';
import type { Environment } from '../../config/settings.ts';
import type { Site } from '../../pages/web-build.ts';
import { shown } from './print.ts';
import { NoAnswer } from './remote-fetch.ts';

/** The administration API, in this process on the database of this machine, or on the server that --server names. */
export type Api = AdminClient;

/** What a command has of its process. */
export type CommandContext = {
  /** Reads the settings, which commands with --server do not need. */
  config(): FullConfig;
  /** The environment of the process. */
  env: Environment;
  /** Standard input. */
  input: AsyncIterable<unknown>;
  /** Opens the web application, which has the words of emails and errors. By default the one that is built. */
  open?(config: FullConfig): Site;
};

/** Thrown where the API refuses, or where a command cannot do what is asked. */
export class Refused extends Error {
  override name = 'Refused';
  readonly problem: Problem | undefined;

  constructor(message: string, { problem, cause }: { problem?: Problem; cause?: unknown } = {}) {
    super(message, { cause });
    this.problem = problem;
  }
}

/** Says in plain words why the API has refused. */
function textOf({ detail, fields, omittedFields, permission, requestId }: Problem): string {
  const lines = Object.entries(fields ?? {}).map(([field, reason]) => `  ${field}: ${reason}`);
  if (omittedFields !== undefined) lines.push(`  and ${omittedFields} more`);
  if (permission !== undefined) lines.push(`  The permission ${permission} is missing.`);
  return [`${detail}`, ...lines, `  (request ${requestId})`].map(shown).join('\n');
}

type Result<Data> =
  | { data: Data; error?: undefined; response: Response }
  | { data?: undefined; error: Problem; response: Response };

/** Returns the data of an answer, and the version of its object for `If-Match`. @throws {Refused} @throws {NoAnswer} without data */
export async function answerOf<Data>(call: Promise<Result<Data>>) {
  const { data, error, response } = await call;
  if (error) throw new Refused(textOf(error), { problem: error });
  if (response.status !== 204 && (typeof data !== 'object' || data === null))
    throw new NoAnswer(
      'The answer is not that of a server of Brama: perhaps a proxy has answered.',
    );
  return { data: data as Data, etag: response.headers.get('etag') ?? '' };
}

/** Returns the data of an answer. @throws {Refused} */
export const dataOf = async <Data>(call: Promise<Result<Data>>): Promise<Data> =>
  (await answerOf(call)).data;
