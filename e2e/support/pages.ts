// Every page of the product: the screens listed by the build, the sign-in page and the not-found page. For each, the texts
// that it must show.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './processes.ts';

/** Where the sandbox brings the browser back to. */
const sandboxPage = 'button-wizard/received';

/** Keys inside a namespace; deeper ones with dots. */
export type PageWords = { namespace: string; title: string; heading: string };

const named = (namespace: string): PageWords => ({
  namespace,
  title: 'page-title',
  heading: 'page-title',
});
const stateOf = (namespace: string, state: string): PageWords => ({
  namespace,
  title: `${state}.title`,
  heading: `${state}.title`,
});

/** Title and heading of each screen; a screen without a line here fails the test. */
const wordsOfScreens: Record<string, PageWords> = {
  apps: { namespace: 'apps', title: 'page-title', heading: 'greeting' },
  diia: { namespace: 'diia', title: 'title', heading: 'title' },
  'button-wizard': named('button-wizard'),
  [sandboxPage]: named('received'),
  account: named('account'),
  faq: named('faq'),
  'privacy-policy': named('privacy-policy'),
  'terms-of-use': named('terms-of-use'),
  'auth-success': stateOf('auth-success', 'signed-in'),
};

/** Screens with another title without a session, after they have asked the server. */
const wordsWhenAnonymous: Record<string, PageWords> = {
  'auth-success': stateOf('auth-success', 'signed-out'),
};

export type SitePage = {
  /** Below the language segment. */
  path: string;
  access: 'public' | 'anonymous' | 'signed-in' | 'sign-in' | 'nowhere';
  words: PageWords | undefined;
  /** Its texts if it asks for the user and there is no session. */
  wordsWhenAnonymous?: PageWords | undefined;
  /** Its query is taken out of the address at once. */
  dropsQuery?: boolean;
};

type Built = { screens: { path: string; access: 'public' | 'anonymous' | 'signed-in' }[] };
const built: Built = JSON.parse(readFileSync(join(root, 'packages/web/dist/site.json'), 'utf8'));

export const screens: readonly SitePage[] = built.screens.map(({ path, access }) => ({
  path,
  access,
  words: wordsOfScreens[path],
  wordsWhenAnonymous: wordsWhenAnonymous[path],
  dropsQuery: path === sandboxPage,
}));

export const signInPage: SitePage = {
  path: '',
  access: 'sign-in',
  words: { namespace: 'login', title: 'page-title', heading: 'title' },
};

export const notFoundPage: SitePage = {
  path: 'no/such-page',
  access: 'nowhere',
  words: { namespace: 'errors', title: 'not-found.title', heading: 'not-found.title' },
};

export const appsPage = screens.find(({ path }) => path === 'apps') ?? signInPage;
