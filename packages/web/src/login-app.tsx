// The sign-in page with all it stands in: the same tree is rendered at build time and in the browser,
// otherwise the browser could not take it over.
import type { i18n } from 'i18next';
import { I18nextProvider } from 'react-i18next';
import { ScreenPaths } from './frame/screen-paths.ts';
import { LoginPage } from './sign-in/login-page.tsx';
import type { PageData } from './sign-in/page-data.ts';

type LoginAppProps = { i18n: i18n; data: Pick<PageData, 'state' | 'facts'>; query: string };

export function LoginApp({ i18n, data, query }: LoginAppProps) {
  return (
    <I18nextProvider i18n={i18n}>
      <ScreenPaths value={data.facts.screens}>
        <LoginPage query={query} state={data.state} />
      </ScreenPaths>
    </I18nextProvider>
  );
}
