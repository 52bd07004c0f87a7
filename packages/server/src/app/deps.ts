// The dependencies that `compose` receives from outside.

import type { X509Certificate } from 'node:crypto';
import type { Logger } from 'pino';
import type { Keys } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Logo } from '../pages/static-files.ts';
import type { Site } from '../pages/web-build.ts';
import type { Fetch } from '../sign-in/diia/partner-api/request.ts';
import type { Hasher } from '../sign-in/method.ts';
import type { FullConfig } from './config.ts';

export type ServerDeps = {
  config: FullConfig;
  db: Database;
  site: Site;
  /** Logos supplied by the administrator, for pages. */
  logos?: readonly Logo[];
  hasher: Hasher;
  keys: Keys;
  /** Trusted authorities for signatures made with Diia; required with its settings. */
  diiaAuthorities: readonly X509Certificate[];
  /** For requests to Diia and Google. */
  fetch: Fetch;
  logger: Logger;
  /** Sends emails; undefined if mail is off. */
  mailer: Mailer | undefined;
  now: () => number;
  /** Waits; `ms` in milliseconds. */
  pause(ms: number): Promise<unknown>;
  /** Source folder of the translations; given in development only. */
  localeSources?: string;
};
