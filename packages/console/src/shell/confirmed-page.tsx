// Where the tab ends in which a user has confirmed the identity: it notifies the tab that waits.
import { buttonClass } from '@brama/ui/button.tsx';
import { useEffect } from 'react';
import { announceElsewhere } from '../api/session.ts';
import { wordsOf } from '../i18n/words.ts';
import { basePath } from '../page-data.ts';
import { Page } from '../ui/page.tsx';

export function ConfirmedPage() {
  const t = wordsOf('shell');
  useEffect(() => {
    announceElsewhere('came-back');
    // only works in a tab that a script has opened
    close();
  }, []);
  return (
    <Page lead={t('confirmed.text')} title={t('confirmed.title')}>
      <p>
        <a className={buttonClass('secondary')} href={basePath}>
          {t('confirmed.start')}
        </a>
      </p>
    </Page>
  );
}
