// Entry of the applications page for browsers without JavaScript, under `/pages` of the development server.
import '../style/main.css';
import { createRoot } from 'react-dom/client';
import { Providers } from '../app/providers.tsx';
import { languageInPath, pageAddress } from '../browser/address.ts';
import { readPageData } from '../browser/page-data.ts';
import { Page } from '../frame/page/page.tsx';
import { inlinedI18n } from '../i18n/inlined-i18n.ts';
import { AppsWithoutScript } from '../portal/apps-without-script.tsx';

const data = readPageData();
const element = document.getElementById('root');
if (element)
  createRoot(element).render(
    <Providers
      address={pageAddress(location)}
      data={data}
      i18n={inlinedI18n(languageInPath(location.pathname) ?? 'uk', data.words)}
    >
      <Page footer="private">
        <AppsWithoutScript />
      </Page>
    </Providers>,
  );
