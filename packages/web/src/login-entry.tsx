// Entry of the sign-in page in the browser: takes over the prerendered page.
import './style/main.css';
import { defaultLanguage } from '@brama/contract/paths';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { languageInPath } from './address.ts';
import { LoginApp } from './login-app.tsx';
import { loginI18n } from './sign-in/login-i18n.ts';
import { readPageData } from './sign-in/page-data.ts';
import { preloadNext } from './sign-in/preload-next.ts';
import { rememberLanguage } from './words/remember-language.ts';

const language = languageInPath(location.pathname) ?? defaultLanguage;
document.documentElement.lang = language;
rememberLanguage(language);

const data = import.meta.env.DEV
  ? (await import('./dev-page-data.ts')).devPageData(language)
  : readPageData();
const app = <LoginApp data={data} i18n={loginI18n(language, data.words)} query={location.search} />;
const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
if (import.meta.env.DEV) createRoot(root).render(app);
else hydrateRoot(root, app);
preloadNext(data.facts.next);
