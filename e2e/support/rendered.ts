// The sign-in page rendered here by the server bundle, with methods that no server of the tests has alone.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.ts';

const web = join(root, 'packages/web');
const instance = {
  organisation: '',
  host: '',
  contact: { href: '', text: '' },
  bots: {},
};

/** Returns the document of the page with these methods alone. */
export async function renderSignIn(language: 'uk' | 'en', methods: string[]): Promise<string> {
  const read = (file: string) => JSON.parse(readFileSync(join(web, file), 'utf8'));
  const { createRenderer } = await import(join(web, 'dist-ssr/server.js'));
  const renderer = await createRenderer({
    build: read('dist/site.json'),
    origin: 'https://id.campus.example',
    instance: { uk: instance, en: instance },
    words: (one: string, namespace: string) => read(`dist/locales/${one}/${namespace}.json`),
  });
  const texts = { username: '', lead: '', untold: '', wait: '', continueHref: '' };
  const choice = { sharedComputer: false, sharedIdle: '10 min' };
  const props = { methods, notice: 'none', application: null, ...texts, ...choice };
  return renderer.renderPage('sign-in', language, props, { path: '', query: '', carried: '' });
}
