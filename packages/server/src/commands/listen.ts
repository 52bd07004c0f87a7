// Listens at the address of the settings.

import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { SettingsError } from '../config/settings.ts';

type Place = Pick<Config, 'host' | 'port'>;

const listenErrors: Record<string, (place: Place) => SettingsError['issues'][number]> = {
  EADDRINUSE: ({ port }) => ({
    setting: 'PORT',
    reason: `${port} is in use by another program; choose another, for example PORT=${port + 1}`,
  }),
  EACCES: ({ port }) => ({ setting: 'PORT', reason: `may not listen on ${port}` }),
  EADDRNOTAVAIL: ({ host }) => ({
    setting: 'HOST',
    reason: `${host} is not an address of this machine`,
  }),
  ENOTFOUND: ({ host }) => ({ setting: 'HOST', reason: `${host} is not a known name` }),
};

/** @throws {SettingsError} if the server cannot listen there. */
export async function listenAt(server: FastifyInstance, { host, port }: Place): Promise<void> {
  try {
    await server.listen({ host, port });
  } catch (cause) {
    const error = listenErrors[(cause as NodeJS.ErrnoException).code ?? '']?.({ host, port });
    throw error ? new SettingsError([error], { cause }) : cause;
  }
}
