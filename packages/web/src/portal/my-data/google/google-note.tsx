// Shows that a Google account was not linked, after the user returns from Google.

import type { LinkResult } from '../../../browser/storage/page-notes.ts';
import { errorWordsKey } from '../../../i18n/error-words.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Alert } from '../../../ui/alert.tsx';

export function GoogleNote({ result }: { result: Exclude<LinkResult, 'linked'> }) {
  const { t } = useTranslation(['profile', 'errors', 'common']);
  const texts = {
    failed: () => t('profile:google.failed'),
    'linked-elsewhere': () => t(`errors:${errorWordsKey('google.linked-elsewhere')}`),
    'not-recent': () => t(`errors:${errorWordsKey('session.not-recent')}`),
    'second-factor-missing': () => t(`errors:${errorWordsKey('session.second-factor-missing')}`),
  };
  return (
    <div className="mb-4">
      <Alert kind="error" prefix={t('common:error-prefix')} title={t('profile:google.not-linked')}>
        <p>{texts[result]()}</p>
      </Alert>
    </div>
  );
}
