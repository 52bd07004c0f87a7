// The secondary email address in the account: its state, and the link to the page that changes it.

import { secondaryEmailPath } from '@brama/contract/recovery/paths';
import { buttonClass } from '@brama/ui/button.tsx';
import { SettingRow } from '@brama/ui/setting-row.tsx';
import AtSign from 'lucide-react/icons/at-sign';
import { usePageProps } from '../../browser/page-props.ts';
import { Trans } from '../../i18n/trans.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Address } from '../../ui/address.tsx';
import { SetUpChip } from './set-up-chip.tsx';

export function SecondaryEmail() {
  const { t } = useTranslation('account');
  const language = useLanguage();
  const { secondaryEmail } = usePageProps('account');
  if (secondaryEmail === null) return null;
  const { email, state } = secondaryEmail;
  return (
    <SettingRow
      action={
        <a className={buttonClass('secondary')} href={`/${language}/${secondaryEmailPath}`}>
          {t(email === null ? 'secondary-email.add' : 'secondary-email.change')}
        </a>
      }
      icon={<AtSign aria-hidden="true" size={20} />}
      level={3}
      state={<SetUpChip isSet={state === 'usable'} />}
      title={t('secondary-email.title')}
    >
      <p className="text-text-2 wrap-anywhere">
        <Trans
          components={{ email: <Address>{email ?? ''}</Address> }}
          text={t(`secondary-email.states.${state}`)}
        />
      </p>
    </SettingRow>
  );
}
