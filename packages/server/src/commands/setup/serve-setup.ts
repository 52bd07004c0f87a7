// Serves the page of set-up until the installation is set up. The product then starts in the same process, at the same port.

import { setTimeout } from 'node:timers/promises';
import closeWithGrace from 'close-with-grace';
import { pino } from 'pino';
import type { Environment } from '../../config/settings.ts';
import { lookInto } from '../../database/open.ts';
import { createLogger } from '../../http/log.ts';
import { listenAt } from '../listen.ts';
import { openSite } from '../open-site.ts';
import { composeSetup } from './compose-setup.ts';
import { findObstacle } from './first-administrators.ts';
import { checkStart, configBefore, readStart } from './install.ts';
import { removeSetupCode, SetupCode } from './setup-code.ts';

/** Time for the browser to fetch what the last page shows: style sheet, scripts, fonts. */
const lastPageMs = 2000;

/** Time for running requests to finish after a signal. */
const graceMs = 15_000;

/**
 * Resolves when the product can start: the installation is set up, or the code has expired. @throws {Refusal} outside production, and if
 * the database is lost. @throws {SettingsError} for invalid settings.
 */
export async function serveSetup(env: Environment): Promise<void> {
  const start = readStart(env);
  const config = configBefore(start);
  const logDestination = pino.destination(1);
  const logger = createLogger(config.logLevel, logDestination);
  const isOver = (await lookInto(config, logger, findObstacle)) !== undefined;
  if (isOver || !SetupCode.find(env, Date.now())) return removeSetupCode(env);
  await checkStart(start, {}, logDestination);
  const { promise: done, resolve } = Promise.withResolvers<void>();
  const server = await composeSetup({
    start,
    config,
    site: openSite(config),
    logger,
    logDestination,
    now: Date.now,
    onDone: resolve,
  });
  await listenAt(server, config);
  const closing = closeWithGrace({ delay: graceMs, logger: false }, () => server.close());
  logger.info({ port: config.port }, 'the page of set-up is open');
  await done;
  await setTimeout(lastPageMs);
  closing.uninstall();
  await server.close();
}
