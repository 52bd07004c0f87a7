// Entry of the sign-in page in the browser: takes over the prerendered page.
import './style/login.css';
import { defaultLanguage } from '@brama/contract/paths';
import { languageInPath, pageAddress } from './address.ts';
import { readLoginState, readPageData } from './page-data.ts';
import { LoginPage } from './sign-in/login-page.tsx';
import { preloadNext } from './sign-in/preload-next.ts';
import { Surroundings } from './surroundings.tsx';
import { takeOver } from './take-over.tsx';
import { inlinedI18n } from './words/inlined-i18n.ts';
import { rememberLanguage } from './words/remember-language.ts';

const language = languageInPath(location.pathname) ?? defaultLanguage;
document.documentElement.lang = language;
rememberLanguage(language);

async function dataOfPage() {
  if (!import.meta.env.DEV) return { data: readPageData(), state: readLoginState() };
  const dev = await import('./dev-page-data.ts');
  return { data: dev.devPageData(''), state: await dev.devLoginState(language) };
}

const { data, state } = await dataOfPage();
const i18n = inlinedI18n(language, data.words);
takeOver(<LoginPage state={state} />, (inside) => (
  <Surroundings address={pageAddress(location)} data={data} i18n={i18n}>
    {inside}
  </Surroundings>
));
preloadNext(data.facts.next);
