// On a phone: a link that opens Diia on this device, and a button for scanning with another one.

import { type ButtonLook, buttonClass } from '@brama/ui/button.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import Smartphone from 'lucide-react/icons/smartphone';
import { useTranslation } from '../../i18n/use-translation.ts';

type OpenAppProps = { deepLink: string | undefined; look: ButtonLook };

export function OpenApp({ deepLink, look }: OpenAppProps) {
  const { t } = useTranslation(['diia', 'common']);
  const label = (
    <span className="inline-flex items-center gap-2.5">
      <Smartphone aria-hidden="true" className="shrink-0" size={20} />
      <span>
        {t('diia:qr.open-app')}
        <span className="sr-only"> {t('common:links.new-tab')}</span>
      </span>
    </span>
  );
  const shape = `${buttonClass(look)} min-h-13 w-full`;
  // the same shape before the link exists
  if (deepLink === undefined)
    return (
      <button className={`${shape} opacity-60`} disabled={true} type="button">
        {label}
      </button>
    );
  return (
    <a className={shape} href={deepLink} rel="noopener noreferrer" target="_blank">
      {label}
    </a>
  );
}

type OtherDeviceProps = {
  chosen: boolean;
  /** True while the link does not exist yet. Its space is reserved. */
  hidden: boolean;
  onChoose: (chosen: boolean) => void;
};

export function OtherDevice({ chosen, hidden, onChoose }: OtherDeviceProps) {
  const { t } = useTranslation('diia');
  return (
    <button
      className={`${textLink} inline-flex min-h-11 items-center font-medium ${hidden ? 'invisible' : ''}`}
      onClick={() => onChoose(!chosen)}
      type="button"
    >
      {t(chosen ? 'qr.this-device' : 'qr.other-device')}
    </button>
  );
}
