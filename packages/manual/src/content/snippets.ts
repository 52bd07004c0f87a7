// All code samples of the manual by name. The button code comes from the functions of the wizard, programs from
// `examples/`, and messages from `messages.ts`.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { completed } from '@brama/signin-button/options';
import * as button from '@brama/signin-button/snippets';
import { messages } from './messages.ts';

/** The address of Brama in the samples: the build does not know the address of the real instance. */
export const originInManual = 'https://id.campus.example';
const appIdInManual = '5a1f3c7e-2b4d-4e6f-8a9b-0c1d2e3f4a5b';

export type Snippets = Record<string, string>;

/** The button script with its hash in the name: its file in the build and its Subresource Integrity value. */
export type BuiltButton = { file: string; integrity: string };

const repository = join(import.meta.dirname, '../../../..');

/** The files that the manual quotes. `build/sources.json` must list them too, so that a change rebuilds the manual. */
export const quoted = {
  entry: 'examples/README.md',
  sandboxEntry: 'docs/manifest.md',
  node: 'examples/node/server.mjs',
  python: 'examples/python/app.py',
  php: 'examples/php/index.php',
} as const;

const read = (file: keyof typeof quoted) => readFile(join(repository, quoted[file]), 'utf8');

/** Returns the YAML block that contains `mark` from a page of the documentation. */
async function entryIn(page: keyof typeof quoted, mark: string): Promise<string> {
  const text = await read(page);
  const blocks = [...text.matchAll(/```yaml\n([\s\S]*?)\n```/g)].map(([, block]) => `${block}`);
  const entry = blocks.find((block) => block.includes(mark));
  if (!entry) throw new Error(`${quoted[page]} has no entry with ${mark}`);
  return entry;
}

export async function snippetsOf(pinned: BuiltButton): Promise<Snippets> {
  const origin = originInManual;
  // without an id, the snippets contain a placeholder for it
  const usual = completed({});
  return {
    entry: await entryIn('entry', 'type: ticket'),
    'sandbox-entry': await entryIn('sandboxEntry', 'sandbox: true'),
    script: button.scriptSnippet(origin),
    module: button.moduleSnippet(origin),
    markup: button.markupSnippet(origin, usual),
    hook: button.hookSnippet(origin),
    component: button.componentSnippet(origin, usual),
    link: button.linkSnippet(origin, usual),
    picture: button.pictureSnippet(origin, usual),
    markdown: button.markdownSnippet(origin, usual),
    pinned: button.pinnedScriptSnippet(origin, pinned),
    policy: button.policySnippet(origin),
    node: (await read('node')).trimEnd(),
    python: (await read('python')).trimEnd(),
    php: (await read('php')).trimEnd(),
    ...messages({ origin, appId: appIdInManual }),
  };
}
