// Says that the object of an address does not exist.
import { buttonClass } from '@brama/ui/button.tsx';
import { wordsOf } from '../i18n/words.ts';
import { basePath } from '../page-data.ts';
import { Page } from './page.tsx';

export function NotFoundText() {
  const t = wordsOf('shell');
  return (
    <Page lead={t('not-found.text')} title={t('not-found.title')}>
      <p>
        <a className={buttonClass('secondary')} href={basePath}>
          {t('not-found.start')}
        </a>
      </p>
    </Page>
  );
}
