// The other choice of a recovered user: a passkey of this device. Needs JavaScript and a browser with WebAuthn.

import { Button } from '@brama/ui/button.tsx';
import { useIsBeforeHydration } from '@brama/ui/hooks/use-is-before-hydration.ts';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { appsHref } from '../browser/address.ts';
import { PasskeyError } from '../frame/errors/passkey-error.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';

export function PasskeyChoice() {
  const isBeforeHydration = useIsBeforeHydration();
  if (isBeforeHydration || !('PublicKeyCredential' in globalThis)) return null;
  return <Choice />;
}

function Choice() {
  const { t } = useTranslation('recovery');
  const language = useLanguage();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();

  const add = async () => {
    if (pending) return;
    setPending(true);
    setFailure(undefined);
    try {
      await (await import('./add-passkey.ts')).addPasskey();
      // `replace`, so that Back does not lead to a page that has served its purpose
      location.replace(appsHref(language, location.search));
    } catch (error) {
      flushSync(() => {
        setPending(false);
        setFailure(error);
      });
    }
  };

  return (
    <section aria-labelledby="passkey" className="mt-7 border-line border-t pt-6">
      <h2 className="mb-1 font-semibold text-lg" id="passkey">
        {t('recovery-set-up.passkey.title')}
      </h2>
      <p className="mb-4 text-text-2">{t('recovery-set-up.passkey.text')}</p>
      <PasskeyError error={failure} />
      <Button
        className="min-h-13 w-full"
        look="secondary"
        onClick={() => void add()}
        pending={pending}
      >
        {t('recovery-set-up.passkey.action')}
      </Button>
    </section>
  );
}
