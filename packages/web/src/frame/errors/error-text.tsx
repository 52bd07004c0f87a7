// Describes an error: by its code, as a missing connection, or as an unavailable server. Adds the reference code if
// there is one.
import { referenceOf } from '@brama/contract/errors';
import { RequestFailed } from '../../browser/api.ts';
import { errorWordsKey } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Reference } from './reference.tsx';

export function ErrorText({ error }: { error: unknown }) {
  const { t } = useTranslation('errors');
  const refused = error instanceof RequestFailed ? error : undefined;
  const offline = !refused && !navigator.onLine;
  return (
    <>
      <p>
        {offline
          ? t('offline')
          : t([errorWordsKey(refused?.code ?? 'unavailable'), 'codes.unavailable'])}
      </p>
      {refused?.requestId === undefined ? null : (
        <Reference className="mt-1" id={referenceOf(refused.requestId)} />
      )}
    </>
  );
}
