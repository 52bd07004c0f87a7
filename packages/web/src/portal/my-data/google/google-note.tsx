// Shows the result of linking a Google account after the user returns from Google.

import type { MyDataNote } from '../../../browser/storage/my-data-note.ts';
import { errorWordsKey } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Alert } from '../../../ui/alert.tsx';

export function GoogleNote({ note }: { note: MyDataNote }) {
  const { t } = useTranslation(['profile', 'errors', 'common']);
  // the linked account itself shows the success
  if (note === 'open' || note === 'google-linked') return null;
  const texts = {
    'google-failed': () => t('profile:google.failed'),
    'google-linked-elsewhere': () => t(`errors:${errorWordsKey('google.linked-elsewhere')}`),
    'session-not-recent': () => t(`errors:${errorWordsKey('session.not-recent')}`),
  };
  return (
    <div className="mb-4" role="alert">
      <Alert kind="error" prefix={t('common:error-prefix')} title={t('profile:google.not-linked')}>
        <p>{texts[note]()}</p>
      </Alert>
    </div>
  );
}
