// The data of pages under the development server, where nothing is prerendered and nothing inlined.
// Never part of a build.
import type { LoginNotice } from '@brama/contract/pages/login-page';
import type { PageProps } from '@brama/contract/pages/page-props';
import { type Language, languages, paths } from '@brama/contract/paths';
import type { MethodsAnswer } from '@brama/contract/sign-in/sign-in';
import type { Resource } from 'i18next';
import { screens } from '../app/screens.ts';
import { call } from '../browser/api.ts';
import type { PageData } from '../browser/page-data.ts';
import { namespaces } from '../i18n/namespaces.ts';
import { inventedInstance } from './example-instance.ts';

const files = import.meta.glob<Resource[string][string]>('../../locales/*/*.json', {
  eager: true,
  import: 'default',
});

function wordsOf(language: Language): Resource[string] {
  return Object.fromEntries(
    namespaces.map((name) => [name, files[`../../locales/${language}/${name}.json`] ?? {}]),
  );
}

export function devPageData(page: string): PageData {
  return {
    words: Object.fromEntries(languages.map((one) => [one, wordsOf(one)])),
    facts: {
      page,
      screens: screens.map(({ path }) => path),
      next: [],
      button: { origin: location.origin },
    },
    instance: inventedInstance,
    props: {},
  };
}

function noticeIn(search: string): LoginNotice {
  const query = new URLSearchParams(search);
  const google = query.get('google_auth_error');
  if (google !== null) return google === 'true' ? 'google-failed' : 'google-unavailable';
  if (query.get('session') === 'ended') return 'session-ended';
  return query.has('signed-out') ? 'signed-out' : 'none';
}

export async function devLoginState(language: Language): Promise<PageProps['sign-in']> {
  const { description } = wordsOf(language)['login'] as { description: string };
  const answer = (await call(paths.signInMethods, { failure: 'no methods' })) as MethodsAnswer;
  return {
    methods: answer.methods.map(({ id }) => id),
    notice: noticeIn(location.search),
    username: '',
    lead: description,
    untold: '',
    wait: '',
    wayOn: '',
  };
}
