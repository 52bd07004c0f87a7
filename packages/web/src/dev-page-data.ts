// The sign-in page's data under the development server, where nothing is prerendered. Never part of a
// build.
import type { LoginNotice } from '@brama/contract/login-page';
import type { Language } from '@brama/contract/paths';
import { screens } from './screens.ts';
import { type LoginWords, loginNamespaces } from './sign-in/login-i18n.ts';
import type { PageData } from './sign-in/page-data.ts';

const files = import.meta.glob<LoginWords[string]>('../locales/*/{common,login}.json', {
  eager: true,
  import: 'default',
});

function noticeIn(search: string): LoginNotice {
  const query = new URLSearchParams(search);
  if (query.get('session') === 'ended') return 'session-ended';
  return query.has('signed-out') ? 'signed-out' : 'none';
}

export function devPageData(language: Language): PageData {
  const words = loginNamespaces.map((ns) => [ns, files[`../locales/${language}/${ns}.json`] ?? {}]);
  return {
    state: { methods: ['password'], notice: noticeIn(location.search), username: '' },
    words: Object.fromEntries(words) as LoginWords,
    facts: { screens: screens.map(({ path }) => path), next: [] },
  };
}
