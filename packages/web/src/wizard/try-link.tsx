// Opens the real sign-in with this id in a tab of its own. With the sandbox the page waits for its end; whether any other
// id is known only the sign-in may say.
import { addressOf } from '@brama/signin-button/options';
import ExternalLink from 'lucide-react/icons/external-link';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { buttonClass } from '../ui/button.tsx';
import type { Configuration } from './configuration.ts';
import { type KnownApplications, recognise } from './known-applications.ts';
import { TrialStatus } from './trial-status.tsx';
import type { TrialControl } from './use-trial.ts';

type Trying = {
  appId: string;
  locale: Configuration['locale'];
  known: KnownApplications;
  control: TrialControl;
};

/** Where the sign-in begins, and whether somebody waits for its end. */
export function trialOf({ appId, locale, known, control }: Trying) {
  const isTrial = recognise(appId, known)?.kind === 'sandbox';
  return { isTrial, href: addressOf('', { appId, locale, state: isTrial ? control.id : '' }) };
}

export function TryLink(trying: Trying) {
  const { t } = useTranslation(['button-wizard', 'common']);
  const { appId, known, control } = trying;
  const { isTrial, href } = trialOf(trying);
  const link = useRef<HTMLAnchorElement>(null);
  // the button that was pressed goes: whoever uses the keyboard stays here
  const cancel = () => {
    control.cancel();
    link.current?.focus();
  };
  return (
    <>
      {appId === '' ? (
        <p className="mt-4 flex min-h-11 items-center text-muted">{t('preview.try-empty')}</p>
      ) : (
        <p className="mt-4">
          <a
            ref={link}
            className={buttonClass('secondary')}
            href={href}
            onClick={isTrial ? control.begin : undefined}
            rel="noopener"
            target="_blank"
          >
            <span className="inline-flex items-center gap-2.5">
              <ExternalLink aria-hidden="true" size={18} />
              {t('preview.try')}
              <span className="sr-only">{t('common:links.new-tab')}</span>
            </span>
          </a>
        </p>
      )}
      {known && !known.sandbox ? (
        <p className="mt-4 text-muted text-sm">{t('trial.no-sandbox')}</p>
      ) : null}
      <TrialStatus cancel={cancel} trial={control.trial} />
    </>
  );
}
