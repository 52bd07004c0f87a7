// Entry of the sign-in page in the browser: hydrates the page that the server rendered.
import '../style/login.css';
import { Texts } from '@brama/contract/pages/words';
import { defaultLanguage } from '@brama/contract/paths';
import { Providers } from '../app/providers.tsx';
import { languageInPath, pageAddress } from '../browser/address.ts';
import { readPageData } from '../browser/page-data.ts';
import { rememberLanguage } from '../i18n/remember-language.ts';
import { providePageTexts } from '../i18n/use-translation.ts';
import { forgetUser } from '../session/forget-user.ts';
import { announce } from '../session/session-broadcast.ts';
import { LoginPage } from '../sign-in/login-page.tsx';
import { hydratePage } from './hydrate.tsx';

/** Fetches the scripts of the next page when the user starts to type. They are not compiled here, where typing would wait. */
function prefetchNext(scripts: readonly string[]): void {
  const prefetch = () => {
    for (const href of scripts) {
      const link = document.createElement('link');
      link.rel = 'prefetch';
      link.as = 'script';
      // the page requests it the same way; otherwise the response would not be reused
      link.crossOrigin = '';
      link.href = href;
      document.head.append(link);
    }
  };
  addEventListener('input', prefetch, { once: true });
}

const language = languageInPath(location.pathname) ?? defaultLanguage;
document.documentElement.lang = language;
rememberLanguage(language);

const data = readPageData();
// a sign-out without scripts, or before they had loaded, did not do it
if (location.search.includes('signed-out')) {
  forgetUser();
  announce('signed-out');
}
const texts = new Texts(language, data.words);
providePageTexts(texts);
hydratePage(<LoginPage />, (inside) => (
  <Providers address={pageAddress(location)} data={data} texts={texts}>
    {inside}
  </Providers>
));
prefetchNext(data.facts.next);
