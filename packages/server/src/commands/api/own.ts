// The administration API in this process, on the database of this machine. Its rules and events are those of the server; the events name
// the user of the operating system.

import { setTimeout } from 'node:timers/promises';
import { createAdminClient } from '@brama/contract/admin/client';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { DestinationStream } from 'pino';
import { composeForCommand } from '../../app/compose.ts';
import { loadKeys } from '../../crypto/keys.ts';
import { createLogger } from '../../http/log.ts';
import { createMailer } from '../../mail/mailer.ts';
import { createHasher } from '../../sign-in/password/hashing/hasher.ts';
import { logDestination } from '../command-log.ts';
import { openSite } from '../open-site.ts';
import { withDatabase } from '../run-command.ts';
import { systemUser } from '../system-user.ts';
import type { Api, CommandContext } from './refused.ts';

/** Of the lines about requests, keeps the events: the command itself prints what was refused. */
function eventsOnly(destination: DestinationStream): DestinationStream {
  return {
    write(json) {
      const { level, event } = JSON.parse(json) as { level: string; event?: string };
      if (event !== undefined || level !== 'info') destination.write(json);
    },
  };
}

/** Returns a client whose requests do not leave the process. */
function clientOf(server: FastifyInstance, baseUrl: string): Api {
  return createAdminClient({
    baseUrl,
    async fetch(request) {
      const { pathname, search, host } = new URL(request.url);
      const body = await request.text();
      const answer = await server.inject({
        method: request.method as NonNullable<InjectOptions['method']>,
        url: pathname + search,
        headers: { ...Object.fromEntries(request.headers), host, 'accept-language': 'en' },
        ...(body !== '' && { payload: body }),
      });
      const headers = Object.entries(answer.headers).map(
        ([name, value]) => [name, `${value}`] as [string, string],
      );
      const { statusCode: status } = answer;
      return new Response(status === 204 ? null : answer.body, { status, headers });
    },
  });
}

export async function withOwnApi(
  { config: readConfig, open = openSite }: CommandContext,
  work: (api: Api) => Promise<number>,
): Promise<number> {
  const config = readConfig();
  return withDatabase(config, ['taxIdKey', 'dataKey'], async (db) => {
    const logger = createLogger(config.logLevel, eventsOnly(logDestination()));
    const server = await composeForCommand(
      {
        config,
        db,
        site: open(config),
        hasher: createHasher({ threads: 1 }),
        keys: loadKeys(config),
        fetch,
        logger,
        mailer:
          config.mail && createMailer({ settings: config.mail, log: logger, show: console.error }),
        now: Date.now,
        pause: setTimeout,
      },
      systemUser(),
    );
    try {
      return await work(clientOf(server, config.baseUrl));
    } finally {
      await server.close();
    }
  });
}
