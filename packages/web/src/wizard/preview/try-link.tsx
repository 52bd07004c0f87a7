// A link that opens the sign-in page with the chosen application id in a new tab. For the sandbox, the wizard waits for
// the result. For other ids, only the sign-in page shows whether the application exists.
import { addressOf } from '@brama/signin-button/options';
import { textLink } from '@brama/ui/text-link.ts';
import ExternalLink from 'lucide-react/icons/external-link';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { Configuration } from '../configuration.ts';
import { type KnownApplications, recognise } from '../fields/known-applications.ts';
import type { TrialControl } from './use-trial.ts';

type Trying = {
  appId: string;
  locale: Configuration['locale'];
  known: KnownApplications;
  control: TrialControl;
};

/** Returns the address of the sign-in, and whether the page waits for its end. */
export function trialOf({ appId, locale, known, control }: Trying) {
  const isTrial = recognise(appId, known)?.kind === 'sandbox';
  return { isTrial, href: addressOf('', { appId, locale, state: isTrial ? control.id : '' }) };
}

const linkId = 'try';

export function focusTryLink() {
  document.getElementById(linkId)?.focus();
}

export function TryLink(trying: Trying) {
  const { t } = useTranslation(['button-wizard', 'common']);
  const { isTrial, href } = trialOf(trying);
  if (trying.appId === '') return null;
  return (
    <a
      className={`${textLink} inline-flex min-h-11 items-center gap-2 font-semibold`}
      href={href}
      id={linkId}
      onClick={isTrial ? trying.control.begin : undefined}
      rel="noopener"
      target="_blank"
    >
      <ExternalLink aria-hidden="true" size={18} />
      {t('preview.try')}
      <span className="sr-only">{t('common:links.new-tab')}</span>
    </a>
  );
}
