// Entry of the sign-in page in the browser: hydrates the page that the server rendered.
import '../style/login.css';
import { defaultLanguage } from '@brama/contract/paths';
import { Providers } from '../app/providers.tsx';
import { languageInPath, pageAddress } from '../browser/address.ts';
import { readPageData } from '../browser/page-data.ts';
import { inlinedI18n } from '../i18n/inlined-i18n.ts';
import { rememberLanguage } from '../i18n/remember-language.ts';
import { LoginPage } from '../sign-in/login-page.tsx';
import { preloadNext } from '../sign-in/preload-next.ts';
import { hydratePage } from './hydrate.tsx';

const language = languageInPath(location.pathname) ?? defaultLanguage;
document.documentElement.lang = language;
rememberLanguage(language);

const data = readPageData();
const i18n = inlinedI18n(language, data.words);
hydratePage(<LoginPage />, (inside) => (
  <Providers address={pageAddress(location)} data={data} i18n={i18n}>
    {inside}
  </Providers>
));
preloadNext(data.facts.next);
