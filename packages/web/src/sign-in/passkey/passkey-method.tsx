// The passkey method: a button, and suggestions of the username field. Needs JavaScript and a browser with WebAuthn.

import { useIsBeforeHydration } from '@brama/ui/hooks/use-is-before-hydration.ts';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import KeyRound from 'lucide-react/icons/key-round';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MethodLink, type MethodProps } from '../method-link.tsx';
import type { PasskeyState } from './passkey-sign-in.ts';

const load = () => import('./passkey-sign-in.ts');

export function PasskeyMethod({ marked, isOnly, onLeave }: MethodProps) {
  const { t } = useTranslation('login');
  const isBeforeHydration = useIsBeforeHydration();
  const [state, setState] = useState<PasskeyState>('ready');
  usePageRestored(() => setState('ready'));

  const report = (now: PasskeyState) => {
    if (now === 'pending') onLeave();
    setState(now);
  };
  const suggest = useEffectEvent(async () => {
    const { suggestPasskeys } = await load();
    suggestPasskeys(report);
  });
  // the method is rendered twice, but marked once at most
  useEffect(() => {
    if (!marked) return;
    // after hydration the method may move to the top of the page, where it is a new element
    let isGone = false;
    globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.()
      .then((isAvailable) => (isAvailable && !isGone ? suggest() : undefined))
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, [marked]);

  const choose = () => {
    if (state === 'pending') return;
    report('pending');
    load().then(
      ({ choosePasskey }) => choosePasskey(report),
      () => setState('failed'),
    );
  };

  // explains a page that offers no other method
  const unsupported = isOnly ? <p>{t('passkey.unsupported')}</p> : null;
  if (!(isBeforeHydration || 'PublicKeyCredential' in globalThis)) return unsupported;
  const isFailed = state === 'failed' || state === 'unknown';
  return (
    <>
      <MethodLink
        className="with-script"
        // not left out where height is scarce, because it says what a passkey is
        hint={t('passkey.hint')}
        leaving={state === 'pending'}
        mark={<KeyRound aria-hidden="true" className="shrink-0" size={24} />}
        marked={marked}
        method="passkey"
        onClick={choose}
        title={t('passkey.title')}
        warning={isFailed ? <span role="alert">{t(`passkey.${state}`)}</span> : undefined}
      />
      {unsupported && <noscript>{unsupported}</noscript>}
    </>
  );
}
