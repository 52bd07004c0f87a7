// Wires the server by hand: the only file that knows everybody. Doors are introduced to each other here.

import type { Language } from '@brama/contract/paths';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { createPlainApps } from './account/plain-apps.ts';
import { registerAccount } from './account/routes.ts';
import { mayOpen } from './applications/access.ts';
import { createProtocols } from './applications/protocols.ts';
import { registerApplications } from './applications/routes.ts';
import { createApplicationStore } from './applications/store.ts';
import { createTicketStore } from './applications/ticket/store.ts';
import type { Config } from './config.ts';
import type { Database } from './database/connect.ts';
import { registerAddLocaleKey } from './http/add-locale-key.ts';
import { registerHealth } from './http/health.ts';
import { registerPages } from './http/pages.ts';
import { buildServer } from './http/server.ts';
import type { Site } from './http/site.ts';
import { registerStaticFiles } from './http/static-files.ts';
import { createVisitors } from './http/visitor.ts';
import { createSessionStore } from './sessions/store.ts';
import { createDoor } from './sign-in/door.ts';
import { createMethods } from './sign-in/methods.ts';
import type { Hasher } from './sign-in/password/hasher.ts';
import { registerSignIn } from './sign-in/routes.ts';
import { createSignInTickets } from './sign-in/store.ts';
import { startSweeper } from './sweeper.ts';
import { createUserStore } from './users/store.ts';
import type { User } from './users/user.ts';

export type Parts = {
  config: Config;
  db: Database;
  site: Site;
  hasher: Hasher;
  logger: Logger;
  now: () => number;
  /** Source folder of the translations; given in development only. */
  localeSources?: string;
};

const collators: Record<Language, Intl.Collator> = {
  uk: new Intl.Collator('uk'),
  en: new Intl.Collator('en'),
};

const sweepIntervalMs = 5 * 60_000;

/** The composed server, not yet listening. Closing it closes everything it was given but the database. */
export async function compose(parts: Parts) {
  const { config, db, site, hasher, logger, now } = parts;
  const users = createUserStore(db);
  const sessions = createSessionStore(
    db,
    { idleSeconds: config.sessionIdleSeconds, absoluteSeconds: config.sessionAbsoluteSeconds },
    now,
  );
  const signInTickets = createSignInTickets(db, config.signInTicketSeconds, now);
  const applications = createApplicationStore(db, now);
  const tickets = createTicketStore(db, {
    ttlSeconds: config.applicationTicketSeconds,
    now,
    isSessionAlive: sessions.isAlive,
  });
  const visitors = createVisitors(sessions, config.secure);
  const userById = users.byId;
  const applicationById = applications.byId;

  const methods = createMethods({
    password: { ...users, userById, hasher, now, loginPage: site.loginPage },
  });
  const protocols = createProtocols({ ticket: { tickets, applicationById, userById } });
  const door = createDoor({ db, tickets: signInTickets, sessions, visitors });

  async function applicationsOf(user: User, language: Language) {
    const all = await applications.all();
    return (
      all
        // one whose protocol this release does not speak cannot be opened either
        .filter((one) => mayOpen(user, one) && protocols.has(one.protocol.type))
        .map(({ id, name, title, description }) => ({
          id,
          name,
          title: title[language],
          description: description[language],
        }))
        .sort((one, other) => collators[language].compare(one.title, other.title))
    );
  }

  const server = await buildServer({
    ownOrigin: config.baseUrl,
    secure: config.secure,
    scriptHashes: site.description.scriptHashes,
    trustProxy: config.trustProxy,
    logger,
  });
  await registerSignIn(server, door, methods);
  await registerAccount(server, {
    visitors,
    userById,
    applicationsOf,
    endSession: async (secretId) => void (await sessions.end(db, secretId)),
  });
  registerApplications(server, { visitors, protocols, applicationById, userById });
  registerHealth(server, async () => void (await sql`select 1`.execute(db)));
  registerPages(server, {
    site,
    visitors,
    plainPages: { apps: createPlainApps({ userById, applicationsOf, words: site.words }) },
  });
  await registerStaticFiles(server, site.folder);
  if (parts.localeSources)
    registerAddLocaleKey(server, parts.localeSources, site.description.namespaces);

  const protocolSweeps = [...protocols.values()].flatMap(({ sweep }) => (sweep ? [sweep] : []));
  const stopSweeping = startSweeper(
    [sessions.sweep, signInTickets.sweep, ...protocolSweeps],
    sweepIntervalMs,
    logger,
  );
  server.addHook('onClose', async () => {
    await stopSweeping();
    for (const method of methods) await method.close?.();
  });
  return server;
}
