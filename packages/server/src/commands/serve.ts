// Opens what the server needs, composes it, listens, and closes with grace.

import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import closeWithGrace from 'close-with-grace';
import { compose } from '../app/compose.ts';
import type { Config } from '../config/config.ts';
import { describeInstance } from '../config/instance.ts';
import { SettingsError } from '../config/settings.ts';
import { loadKeys, prepareDataDir } from '../crypto/keys.ts';
import { openDatabase } from '../database/open.ts';
import { createLogger } from '../http/log.ts';
import { createMailer } from '../mail/mailer.ts';
import { type Logo, readLogo } from '../pages/logo.ts';
import { loadSite } from '../pages/web-build.ts';
import { methodsOn } from '../sign-in/method-settings.ts';
import { createHasher } from '../sign-in/password/hashing/hasher.ts';

const webFolder = new URL('../../../web/', import.meta.url);
const localeSources = fileURLToPath(new URL('locales', webFolder));

/** Requests under way get so long to finish after a signal. */
const graceMs = 15_000;

const listenFaults: Record<string, (config: Config) => SettingsError['issues'][number]> = {
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

function logoOf(setting: string, name: string, file: string | undefined): Logo | undefined {
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

async function authoritiesOf({ diia, mode }: Config) {
  if (!diia) return [];
  const { readAuthorities } = await import('../sign-in/diia/signature/authorities.ts');
  return readAuthorities(diia.caDir, { production: mode === 'production' });
}

/** Starts the server. @throws {SettingsError} when a setting does not work out. */
export async function serve(config: Config) {
  const logger = createLogger(config.logLevel);
  const { formerNames } = config;
  if (Object.keys(formerNames).length > 0)
    logger.warn({ formerNames }, 'settings have new names; the former ones work until version 1.0');
  if (!config.databaseUrl || !config.taxIdKey || !config.dataKey) prepareDataDir(config.dataDir);
  // made at the first start; damaged ones are found now rather than at their first use
  const keys = loadKeys(config);
  const diiaAuthorities = await authoritiesOf(config);
  const logo = logoOf('ORGANISATION_LOGO', 'organisation', config.organisationLogo);
  const diiaLogo = logoOf('DIIA_LOGO', 'diia', config.diiaLogo);
  const site = await loadSite(fileURLToPath(new URL('dist', webFolder)), {
    methods: methodsOn(config),
    origin: config.baseUrl,
    instance: describeInstance(config, { organisation: logo?.path, diia: diiaLogo?.path }),
  });
  const db = await openDatabase(config, logger);
  const hasher = createHasher({ threads: config.hashThreads });
  const server = await compose({
    config,
    db,
    site,
    logos: [logo, diiaLogo].filter((one) => one !== undefined),
    hasher,
    keys,
    diiaAuthorities,
    fetch,
    logger,
    mailer: config.mail && createMailer({ settings: config.mail, log: logger, show: console.log }),
    now: Date.now,
    pause: setTimeout,
    ...(config.mode === 'development' && { localeSources }),
  });

  async function stop() {
    await server.close();
    await db.destroy();
  }

  try {
    await server.listen({ host: config.host, port: config.port });
  } catch (cause) {
    await stop();
    const fault = listenFaults[(cause as NodeJS.ErrnoException).code ?? '']?.(config);
    throw fault ? new SettingsError([fault], { cause }) : cause;
  }
  const closing = closeWithGrace({ delay: graceMs, logger: false }, async ({ err, signal }) => {
    if (err) logger.fatal({ err }, 'stopping after an error');
    else logger.info({ signal }, 'stopping');
    await stop();
  });
  // whoever started us and holds the other end is gone
  process.once('disconnect', () => closing.close());
  if (process.channel && !process.connected) closing.close();
  if (process.connected) process.send?.({ ready: config.baseUrl });
  logger.info({ baseUrl: config.baseUrl, mode: config.mode }, 'ready');
}
