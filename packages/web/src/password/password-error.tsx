// Explains why a password was not saved, unless a field shows the reason. The live region exists before its text, so
// that screen readers announce it.

import { waitWords } from '@brama/contract/pages/wait-words';
import { Alert } from '@brama/ui/alert.tsx';
import type { Ref } from 'react';
import { ErrorText } from '../frame/errors/error-text.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import type { SaveFailure } from './password-calls.ts';

type Props = {
  failure: SaveFailure | undefined;
  message: string;
  ref: Ref<HTMLDivElement>;
};

export function PasswordError({ failure, message, ref }: Props) {
  const { t } = useTranslation(['password', 'common']);
  const atField = failure?.reason === 'wrong' || failure?.reason === 'refused';
  const isShown = !atField && (failure !== undefined || message !== '');
  return (
    <div role="alert">
      {isShown && (
        <Alert
          className="mb-6"
          kind="error"
          prefix={t('common:error-prefix')}
          ref={ref}
          title={t('not-saved')}
        >
          {failure ? <Said failure={failure} /> : <p>{message}</p>}
        </Alert>
      )}
    </div>
  );
}

function Said({ failure }: { failure: SaveFailure }) {
  const { t } = useTranslation('password');
  const language = useLanguage();
  if (failure.reason === 'throttled')
    return <p>{t('throttled', { wait: waitWords(failure.retryAfterSeconds, language) })}</p>;
  return <ErrorText error={failure.reason === 'other' ? failure.error : undefined} />;
}
