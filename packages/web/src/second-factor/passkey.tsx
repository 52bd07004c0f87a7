// The button that confirms with a passkey. Needs JavaScript and a browser with WebAuthn.

import { Alert } from '@brama/ui/alert.tsx';
import { Button } from '@brama/ui/button.tsx';
import { useIsBeforeHydration } from '@brama/ui/hooks/use-is-before-hydration.ts';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import KeyRound from 'lucide-react/icons/key-round';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ErrorText } from '../frame/errors/error-text.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import type { PasskeyFailure } from './confirm-with-passkey.ts';

/** `isOnly`: the user has no authenticator app. */
export function Passkey({ isOnly }: { isOnly: boolean }) {
  const { t } = useTranslation('second-factor');
  const isBeforeHydration = useIsBeforeHydration();
  const withoutScript = isOnly ? (
    <noscript>
      <p className="text-text-2">{t('passkey.without-script')}</p>
    </noscript>
  ) : null;
  if (!(isBeforeHydration || 'PublicKeyCredential' in globalThis))
    return isOnly ? <p className="text-text-2">{t('passkey.unsupported')}</p> : null;
  return (
    <>
      <div className="with-script">
        {isOnly ? null : (
          <p className="my-6 flex items-center gap-3.5 text-muted text-sm">
            <span className="h-px grow bg-line" />
            {t('or')}
            <span className="h-px grow bg-line" />
          </p>
        )}
        <Confirm isOnly={isOnly} />
      </div>
      {withoutScript}
    </>
  );
}

function Confirm({ isOnly }: { isOnly: boolean }) {
  const { t } = useTranslation(['second-factor', 'common']);
  const language = useLanguage();
  const alert = useRef<HTMLDivElement>(null);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<PasskeyFailure>();
  usePageRestored(() => setPending(false));

  const confirm = async () => {
    if (pending) return;
    setPending(true);
    setFailure(undefined);
    const { confirmWithPasskey } = await import('./confirm-with-passkey.ts');
    const failed = await confirmWithPasskey(language);
    if (!failed) return;
    flushSync(() => {
      setPending(false);
      setFailure(failed);
    });
    alert.current?.focus();
  };

  return (
    <>
      <div role="alert">
        {failure ? (
          <Alert
            className="mb-5"
            kind={failure.reason === 'cancelled' ? 'info' : 'error'}
            prefix={failure.reason === 'cancelled' ? undefined : t('common:error-prefix')}
            ref={alert}
            title={t('second-factor:passkey.failed')}
          >
            {failure.reason === 'cancelled' ? (
              <p>{t('second-factor:passkey.cancelled')}</p>
            ) : (
              <ErrorText error={failure.error} />
            )}
          </Alert>
        ) : null}
      </div>
      <Button
        className="min-h-13 w-full"
        icon={<KeyRound aria-hidden="true" size={20} />}
        look={isOnly ? 'primary' : 'secondary'}
        onClick={() => void confirm()}
        pending={pending}
        pendingLabel={t('second-factor:passkey.pending')}
        type="button"
      >
        {t('second-factor:passkey.action')}
      </Button>
      <span className="sr-only" role="status">
        {pending && t('second-factor:passkey.pending')}
      </span>
    </>
  );
}
