// Adds a passkey instead of an authenticator app. The browser creates it, and a form sends it, because the next page contains the
// recovery codes. Needs JavaScript and a browser with WebAuthn.

import { setUpPaths } from '@brama/contract/second-factor/second-factor';
import { Button } from '@brama/ui/button.tsx';
import { useIsBeforeHydration } from '@brama/ui/hooks/use-is-before-hydration.ts';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { useRef, useState } from 'react';
import { usePageProps } from '../../browser/page-props.ts';
import { PasskeyError } from '../../frame/errors/passkey-error.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';

const pageId = 'second-factor-set-up';

export function AddPasskeyInstead() {
  const { t } = useTranslation(pageId);
  const isBeforeHydration = useIsBeforeHydration();
  if (isBeforeHydration || !('PublicKeyCredential' in globalThis)) return null;
  return (
    <section aria-labelledby="passkey" className="mt-8 border-line border-t pt-5">
      <h2 className="mb-1 font-semibold text-md" id="passkey">
        {t('set-up.passkey.title')}
      </h2>
      <p className="mb-4 text-text-2">{t('set-up.passkey.text')}</p>
      <Adding />
    </section>
  );
}

type State = { isPending: boolean; error?: unknown };

function Adding() {
  const { t } = useTranslation('profile');
  const { enrolment } = usePageProps(pageId);
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<State>({ isPending: false });
  usePageRestored(() => setState({ isPending: false }));
  const add = async () => {
    setState({ isPending: true });
    try {
      const { createPasskey } = await import('../../browser/passkeys/create-passkey.ts');
      const credential = await createPasskey(setUpPaths.setUpPasskeyOptions);
      if (field.current) field.current.value = JSON.stringify(credential);
      form.current?.submit();
    } catch (error) {
      setState({ isPending: false, error });
    }
  };
  return (
    <>
      <PasskeyError error={state.error} />
      <Button look="secondary" onClick={() => void add()} pending={state.isPending}>
        {t('passkey.add')}
      </Button>
      <form hidden method="post" ref={form}>
        <input name="enrolment" type="hidden" value={enrolment} />
        <input name="credential" ref={field} type="hidden" />
      </form>
    </>
  );
}
