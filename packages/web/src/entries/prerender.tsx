// Renders pages at build time; built for Node by build.ts. The marks in them are replaced by the server.
import { instanceMarks, requestMarks } from '@brama/contract/pages/built-pages';
import type { LoginPageState } from '@brama/contract/pages/login-page';
import type { Language } from '@brama/contract/paths';
import type { Resource } from 'i18next';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { Providers } from '../app/providers.tsx';
import { PublicPage } from '../app/public-page.tsx';
import { publicPages } from '../app/public-pages.ts';
import { screens } from '../app/screens.ts';
import type { PageAddress } from '../browser/page-address.ts';
import type { PageFacts } from '../browser/page-data.ts';
import { Shell } from '../frame/loading.tsx';
import { Page } from '../frame/page/page.tsx';
import { inlinedI18n } from '../i18n/inlined-i18n.ts';
import { LoginPage } from '../sign-in/login-page.tsx';
import { isFailure, shownAtFirst } from '../sign-in/notice.tsx';

/** Everything the build must know of a page to write its file. */
export type Rendered = {
  html: string;
  title: string;
  /** For search engines and previews. */
  description: string;
};

type Input = { language: Language; words: Resource; facts: PageFacts };

function addressOf(path: string): PageAddress {
  return { path, query: requestMarks.query, carried: requestMarks.carried };
}

function render({ language, words, facts }: Input, path: string, page: ReactNode) {
  const i18n = inlinedI18n(language, words);
  const html = renderToString(
    <Providers address={addressOf(path)} data={{ facts, instance: instanceMarks }} i18n={i18n}>
      {page}
    </Providers>,
  );
  const titled = (page: string, failed = false) => {
    const title = i18n.t('common:page-title', { page });
    return failed ? `${i18n.t('common:error-prefix')} ${title}` : title;
  };
  return { html, i18n, titled, description: i18n.t('common:tagline') };
}

export function renderLogin(input: Input, state: LoginPageState): Rendered {
  const { html, i18n, titled, description } = render(input, '', <LoginPage state={state} />);
  const failed = isFailure(shownAtFirst(state.notice));
  return { html, description, title: titled(i18n.t('login:page-title'), failed) };
}

/** A public page, whole. @throws when the path is none of theirs. */
export async function renderPublic(input: Input): Promise<Rendered> {
  const found = publicPages.find(({ path }) => path === input.facts.page);
  if (!found) throw new Error(`no public page ${input.facts.page}`);
  const { Screen } = await found.load();
  // an unknown path is known to the server alone
  const known = screens.some((screen) => screen.path === found.path);
  const path = known ? found.path : requestMarks.path;
  const page = <PublicPage button={input.facts.button} page={found} screen={Screen} />;
  const { html, i18n, titled, description } = render(input, path, page);
  return { html, description, title: titled(i18n.t(found.title), found.failed) };
}

/** The page of a screen for signed-in users as it looks before the user is known. */
export async function renderShell(input: Input): Promise<Rendered> {
  const found = screens.find(({ path }) => path === input.facts.page);
  if (!found) throw new Error(`no screen ${input.facts.page}`);
  const { Skeleton } = await found.load();
  const heading = inlinedI18n(input.language, input.words).t(found.title);
  const page = (
    <Page footer="private">
      <Shell heading={heading}>{Skeleton ? <Skeleton /> : null}</Shell>
    </Page>
  );
  const { html, titled, description } = render(input, found.path, page);
  return { html, description, title: titled(heading) };
}
