// The dependencies that `compose` receives from outside.

import type { Logger } from 'pino';
import type { DrawSvg } from '../applications/icons/svg/drawer.ts';
import type { Keys } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { OwnFile } from '../pages/static-files.ts';
import type { Site } from '../pages/web-build.ts';
import type { Hasher, SignInContext } from '../sign-in/method.ts';
import type { FullConfig } from './config.ts';

export type ServerDeps = {
  config: FullConfig;
  db: Database;
  site: Site;
  /** Logos and colours supplied by the administrator, for pages. */
  ownFiles?: readonly OwnFile[];
  hasher: Hasher;
  /** Searches the administrator's list of breached passwords; absent without a list. */
  isBreached?: SignInContext['isBreached'];
  keys: Keys;
  /** Draws the icons that requests of administrators contain; by default in a process of its own. */
  drawSvg?: DrawSvg;
  /** For requests of sign-in methods. */
  fetch: SignInContext['fetch'];
  logger: Logger;
  /** Sends emails; undefined if mail is off. */
  mailer: Mailer | undefined;
  now: () => number;
  /** Waits; `ms` in milliseconds. */
  pause(ms: number): Promise<unknown>;
  /** Source folder of the translations; given in development only. */
  localeSources?: string;
};
