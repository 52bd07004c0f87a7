// The button that adds a passkey. Needs JavaScript and a browser with WebAuthn.

import { Button } from '@brama/ui/button.tsx';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { PasskeyError } from '../../frame/errors/passkey-error.tsx';
import { errorWordsKey } from '../../i18n/error-words.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { isUnconfirmed } from '../my-data/confirm-first.tsx';
import { useWithoutScript } from '../without-script.tsx';
import { passkeysQuery } from './passkey-calls.ts';

type AddPasskeyProps = { isFull: boolean; onChange: () => void };

export function AddPasskey({ isFull, onChange }: AddPasskeyProps) {
  const { t } = useTranslation(['account', 'errors']);
  const isWithoutScript = useWithoutScript();
  if (isFull)
    return <p className="text-text-2">{t(`errors:${errorWordsKey('passkey.too-many')}`)}</p>;
  if (isWithoutScript)
    return (
      <noscript>
        <p className="text-text-2">{t('account:passkeys.without-script')}</p>
      </noscript>
    );
  if (!('PublicKeyCredential' in globalThis))
    return <p className="text-text-2">{t('account:passkeys.unsupported')}</p>;
  return <Adding onChange={onChange} />;
}

function Adding({ onChange }: Pick<AddPasskeyProps, 'onChange'>) {
  const { t } = useTranslation('profile');
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => (await import('./add-passkey.ts')).addPasskey(),
    networkMode: 'always',
    onSuccess: async () => {
      showToast({ kind: 'success', title: t('passkey.added') });
      await queries.invalidateQueries(passkeysQuery);
      onChange();
    },
    // the page may have been open for long and its data may be out of date
    onError: async (failure) => {
      if (!isUnconfirmed(failure)) return;
      await queries.invalidateQueries(passkeysQuery);
      onChange();
    },
  });
  return (
    <>
      <PasskeyError error={error} />
      <Button look="secondary" onClick={() => mutate()} pending={isPending}>
        {t('passkey.add')}
      </Button>
    </>
  );
}
