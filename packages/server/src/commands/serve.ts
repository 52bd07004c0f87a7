// `npm run brama -- serve`: opens the dependencies of the server, starts it, and stops it gracefully after a signal.

import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { compose } from '../app/compose.ts';
import type { FullConfig } from '../app/config.ts';
import type { ServerDeps } from '../app/deps.ts';
import { brandStyles } from '../config/brand-colours.ts';
import { SettingsError } from '../config/settings.ts';
import { type Keys, prepareDataDir } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import { openDatabase } from '../database/open.ts';
import { createLogger } from '../http/log.ts';
import { createMailer } from '../mail/mailer.ts';
import { type OwnFile, readLogo, styleFile } from '../pages/static-files.ts';
import { createHasher } from '../sign-in/password/hashing/hasher.ts';
import { BreachedPasswordsError, openBreachedPasswords } from '../users/breached-passwords/open.ts';
import { removeLeftCopies } from './backup/left-copies.ts';
import { openKeys } from './guard-keys.ts';
import { listenAt } from './listen.ts';
import { openSite, webFolder } from './open-site.ts';

const localeSources = fileURLToPath(new URL('locales', webFolder));

/** Time for running requests to finish after a signal. */
const graceMs = 15_000;

function readOptionalLogo(
  setting: string,
  name: string,
  file: string | undefined,
): OwnFile | undefined {
  if (!file) return undefined;
  try {
    return readLogo(name, file, (path) => readFileSync(path));
  } catch (cause) {
    const reason = (cause as NodeJS.ErrnoException).code
      ? `cannot read the file ${file}`
      : (cause as Error).message;
    throw new SettingsError([{ setting, reason }], { cause });
  }
}

async function openBreachedList(path: string | undefined) {
  if (path === undefined) return undefined;
  try {
    return await openBreachedPasswords(path);
  } catch (cause) {
    if (!(cause instanceof BreachedPasswordsError)) throw cause;
    const reason = `the file ${path} ${cause.message}`;
    throw new SettingsError([{ setting: 'BREACHED_PASSWORDS', reason }], { cause });
  }
}

/** The first start creates the keys; damaged keys and those of another database stop the start. */
async function openKeysOrClose(db: Database, config: FullConfig, logger: Logger): Promise<Keys> {
  try {
    return await openKeys(db, config, logger);
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Opens everything that the composed server depends on. */
async function openDeps(config: FullConfig, logger: Logger): Promise<ServerDeps> {
  if (!config.databaseUrl || !config.taxIdKey || !config.dataKey) prepareDataDir(config.dataDir);
  const logo = readOptionalLogo('ORGANISATION_LOGO', 'organisation', config.organisationLogo);
  const diiaLogo = readOptionalLogo('DIIA_LOGO', 'diia', config.diiaLogo);
  const { organisationColour: colour } = config;
  const styles = colour === undefined ? undefined : styleFile('organisation', brandStyles(colour));
  const site = openSite(config, {
    organisation: logo?.path,
    diia: diiaLogo?.path,
    styles: styles?.path,
  });
  const breached = await openBreachedList(config.breachedPasswords);
  await removeLeftCopies(config.dataDir);
  const db = await openDatabase(config, logger);
  const keys = await openKeysOrClose(db, config, logger);
  return {
    config,
    db,
    site,
    ownFiles: [logo, diiaLogo, styles].filter((one) => one !== undefined),
    hasher: createHasher({ threads: config.hashThreads }),
    ...(breached && { isBreached: breached.has }),
    keys,
    fetch,
    logger,
    mailer: config.mail && createMailer({ settings: config.mail, log: logger, show: console.log }),
    now: Date.now,
    pause: setTimeout,
    ...(config.mode === 'development' && { localeSources }),
  };
}

/** Stops the server after a signal, after a fatal error, or when the parent process is gone. */
function stopGracefully(logger: Logger, stop: () => Promise<void>) {
  const closing = closeWithGrace({ delay: graceMs, logger: false }, async ({ err, signal }) => {
    if (err) logger.fatal({ err }, 'stopping after an error');
    else logger.info({ signal }, 'stopping');
    await stop();
  });
  process.once('disconnect', () => closing.close());
  if (process.channel && !process.connected) closing.close();
}

/** Starts the server. @throws {SettingsError} if it cannot start with a setting. */
export async function serve(config: FullConfig) {
  const logger = createLogger(config.logLevel);
  const { formerNames } = config;
  if (Object.keys(formerNames).length > 0)
    logger.warn({ formerNames }, 'settings have new names; the former ones work until version 1.0');
  const deps = await openDeps(config, logger);
  const server = await compose(deps);
  const stop = async () => {
    await server.close();
    await deps.db.destroy();
  };
  try {
    await listenAt(server, config);
  } catch (error) {
    await stop();
    throw error;
  }
  stopGracefully(logger, stop);
  if (process.connected) process.send?.({ ready: config.baseUrl });
  logger.info({ baseUrl: config.baseUrl, mode: config.mode }, 'ready');
}
