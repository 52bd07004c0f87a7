// Renders the sign-in page at build time; built for Node by build.ts. The marks it leaves are replaced
// by the server.
import { type LoginPageState, pageMarks } from '@brama/contract/login-page';
import type { Language } from '@brama/contract/paths';
import { renderToString } from 'react-dom/server';
import { LoginApp } from './login-app.tsx';
import { type LoginWords, loginI18n } from './sign-in/login-i18n.ts';
import { isFailure, shownAtFirst } from './sign-in/notice.tsx';
import type { BuildFacts } from './sign-in/page-data.ts';

export { loginNamespaces } from './sign-in/login-i18n.ts';

type Prerendered = { html: string; title: string };

export function renderLogin(
  language: Language,
  words: LoginWords,
  state: LoginPageState,
  facts: BuildFacts,
): Prerendered {
  const i18n = loginI18n(language, words);
  const title = i18n.t('common:page-title', { page: i18n.t('login:page-title') });
  const failed = isFailure(shownAtFirst(state.notice));
  return {
    html: renderToString(<LoginApp data={{ state, facts }} i18n={i18n} query={pageMarks.query} />),
    title: failed ? `${i18n.t('common:error-prefix')} ${title}` : title,
  };
}
