// Opens the built web application for a command: the server sends its pages, other commands its emails.

import { fileURLToPath } from 'node:url';
import type { FullConfig } from '../app/config.ts';
import { describeInstance } from '../config/instance.ts';
import { readSite, type Site } from '../pages/web-build.ts';
import { methodsOn } from '../sign-in/methods.ts';

export const webFolder = new URL('../../../web/', import.meta.url);

/** @throws {WebBuildMissing} */
export function openSite(
  config: FullConfig,
  files: Parameters<typeof describeInstance>[1] = {},
): Site {
  return readSite(fileURLToPath(new URL('dist', webFolder)), {
    methods: methodsOn(config),
    origin: config.baseUrl,
    instance: describeInstance(config, files),
  });
}
