// Development only: i18next reports keys without a translation, and the server adds them to the source files.

import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLanguage, paths } from '@brama/contract/paths';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { fail } from '../../errors.ts';
import { typed } from '../../http/server.ts';

const missingWords = z.record(
  z
    .string()
    .regex(/^[a-z0-9]+([-_.][a-z0-9]+)*$/i, 'is not a key')
    .max(200),
  z.string().max(2000),
);

type Tree = { [key: string]: string | Tree };

/** Adds a dotted key unless it exists. */
export function addKey(tree: Tree, key: string, words: string) {
  const parts = key.split('.');
  const last = parts.pop() ?? key;
  let place = tree;
  for (const part of parts) {
    if (!Object.hasOwn(place, part)) place[part] = {};
    const next = place[part];
    if (typeof next !== 'object') return;
    place = next;
  }
  if (!Object.hasOwn(place, last)) place[last] = words;
}

/** `namespaces`: also those of sign-in methods, which have no file in the folder. */
export function registerAddLocaleKey(
  server: FastifyInstance,
  folder: string,
  namespaces: readonly string[],
) {
  let writing: Promise<unknown> = Promise.resolve();

  async function add(file: string, words: Record<string, string>) {
    // the words of a sign-in method stand in its own folder
    if (!existsSync(file)) fail('request.not-found');
    const tree = JSON.parse(await readFile(file, 'utf8'));
    for (const [key, text] of Object.entries(words)) addKey(tree, key, text);
    await writeFile(file, `${JSON.stringify(tree, null, 2)}\n`);
  }

  typed(server).post(
    paths.addLocaleKey,
    {
      schema: { params: z.object({ lng: z.string(), ns: z.string() }), body: missingWords },
    },
    async ({ params: { lng, ns }, body }) => {
      if (!isLanguage(lng) || !namespaces.includes(ns)) fail('request.not-found');
      // in sequence, so that two reports at once lose neither
      const added = writing.then(() => add(join(folder, lng, `${ns}.json`), body));
      writing = added.catch(() => undefined);
      await added;
      return {};
    },
  );
}
