// What commands have of their process, for tests: settings, an environment, and the small web application.

import { Readable } from 'node:stream';
import type { FullConfig } from '../../src/app/config.ts';
import type { CommandContext } from '../../src/commands/api/refused.ts';
import { methodsOn } from '../../src/sign-in/methods.ts';
import { makeWebBuild } from './web-build.ts';

export const commandContext = (
  config: FullConfig,
  others: Partial<CommandContext> = {},
): CommandContext => ({
  config: () => config,
  env: {},
  input: Readable.from([]),
  open: () => makeWebBuild(methodsOn(config)),
  ...others,
});
