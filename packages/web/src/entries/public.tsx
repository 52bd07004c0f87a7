// Entry of every page except the sign-in page: hydrates the page that the server rendered.
import '../style/main.css';
import { Texts } from '@brama/contract/pages/words';
import { defaultLanguage, isLanguage } from '@brama/contract/paths';
import { Providers } from '../app/providers.tsx';
import { PublicPage } from '../app/public-page.tsx';
import { publicPages } from '../app/public-pages.ts';
import { languageInPath, pageAddress } from '../browser/address.ts';
import { type PageData, readPageData } from '../browser/page-data.ts';
import { forgetTicket } from '../browser/storage/received-ticket.ts';
import { rememberLanguage } from '../i18n/remember-language.ts';
import { providePageTexts } from '../i18n/use-translation.ts';
import { onNewsElsewhere } from '../session/session-broadcast.ts';
import { hydratePage } from './hydrate.tsx';

// an address without a language may also show a page; its language was chosen by the server
const inPath = languageInPath(location.pathname);
const served = document.documentElement.lang;
const language = inPath ?? (isLanguage(served) ? served : defaultLanguage);
document.documentElement.lang = language;
if (inPath) rememberLanguage(inPath);
// after a sign-out in another tab: this tab may have stored the ticket of the sandbox, whatever page it shows now
onNewsElsewhere('signed-out', forgetTicket);

/** Lets the browser lay out, paint and handle input before further work. */
function yieldToMain(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

async function start(data: PageData) {
  const page = publicPages.find(({ path }) => path === data.facts.page);
  if (!page) throw new Error(`no public page ${data.facts.page}`);
  const { Screen } = await page.load();
  await yieldToMain();
  const texts = new Texts(language, data.words);
  providePageTexts(texts);
  const { facts, account } = data;
  hydratePage(
    <PublicPage account={account} button={facts.button} page={page} screen={Screen} />,
    (inside) => (
      <Providers address={data.address ?? pageAddress(location)} data={data} texts={texts}>
        {inside}
      </Providers>
    ),
  );
}

// if a script does not load, the server-rendered page stays and can be read
await start(readPageData());
