// Offers a passkey after a sign-in with Diia. The server decides when; this loads only then.

import { paths } from '@brama/contract/paths';
import { Button } from '@brama/ui/button.tsx';
import { Dialog } from '@brama/ui/dialog.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useEffect, useState } from 'react';
import { call } from '../../browser/api.ts';
import { usePageAddress } from '../../browser/page-address.ts';
import { PasskeyError } from '../../frame/errors/passkey-error.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { showToast } from '../../ui/toast/toast.ts';
import { addPasskey } from './add-passkey.ts';

/** Returns whether this device can verify its user, by a fingerprint for example. */
export async function canAddHere(): Promise<boolean> {
  const { PublicKeyCredential: api } = globalThis;
  return (await api?.isUserVerifyingPlatformAuthenticatorAvailable?.()) ?? false;
}

/** The server makes no further offer for 30 days. If the request fails, it makes one sooner. */
function recordShown() {
  const request = { method: 'POST', failure: 'Failed to record the offer' } as const;
  call(paths.passkeyOffer, request).catch(() => undefined);
}

/** `onClose` is called after the passkey was added, or the user declined. */
export function PasskeyOffer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['apps', 'profile', 'common']);
  const language = useLanguage();
  const { carried } = usePageAddress();
  const [state, setState] = useState<{ isPending: boolean; error?: unknown }>({ isPending: false });
  useEffect(recordShown, []);
  const add = async () => {
    setState({ isPending: true });
    try {
      await addPasskey();
    } catch (error) {
      return setState({ isPending: false, error });
    }
    showToast({ kind: 'success', title: t('profile:passkey.added') });
    onClose();
  };
  return (
    <Dialog
      closeLabel={t('common:actions.close')}
      onClose={onClose}
      open
      title={t('apps:passkey-offer.title')}
    >
      <p>{t('apps:passkey-offer.what')}</p>
      <p className="mt-3 mb-5 text-text-2">
        {t('apps:passkey-offer.where')}{' '}
        <a
          className={textLink}
          href={`/${language}/faq${carried}#passkeys`}
          target="_blank"
          rel="noopener"
        >
          {t('apps:passkey-offer.more')}
          <span className="sr-only"> {t('common:links.new-tab')}</span>
        </a>
      </p>
      <PasskeyError error={state.error} />
      <div className="flex flex-wrap gap-3">
        <Button look="primary" onClick={() => void add()} pending={state.isPending}>
          {t('profile:passkey.add')}
        </Button>
        <Button disabled={state.isPending} look="secondary" onClick={onClose}>
          {t('apps:passkey-offer.later')}
        </Button>
      </div>
    </Dialog>
  );
}
