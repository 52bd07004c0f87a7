// The data of pages under the development server, where nothing is prerendered and nothing inlined.
// Never part of a build.
import type { LoginNotice, LoginPageState } from '@brama/contract/login-page';
import { type Language, languages } from '@brama/contract/paths';
import type { Resource } from 'i18next';
import { inventedInstance } from './instance.ts';
import type { PageData } from './page-data.ts';
import { screens } from './screens.ts';
import { namespaces } from './words/namespaces.ts';

const files = import.meta.glob<Resource[string][string]>('../locales/*/*.json', {
  eager: true,
  import: 'default',
});

function wordsOf(language: Language): Resource[string] {
  return Object.fromEntries(
    namespaces.map((name) => [name, files[`../locales/${language}/${name}.json`] ?? {}]),
  );
}

export function devPageData(page: string): PageData {
  return {
    words: Object.fromEntries(languages.map((one) => [one, wordsOf(one)])),
    facts: { page, screens: screens.map(({ path }) => path), next: [] },
    instance: inventedInstance,
  };
}

function noticeIn(search: string): LoginNotice {
  const query = new URLSearchParams(search);
  if (query.get('session') === 'ended') return 'session-ended';
  return query.has('signed-out') ? 'signed-out' : 'none';
}

export function devLoginState(language: Language): LoginPageState {
  const { description } = wordsOf(language)['login'] as { description: string };
  return {
    methods: ['password'],
    notice: noticeIn(location.search),
    username: '',
    lead: description,
  };
}
