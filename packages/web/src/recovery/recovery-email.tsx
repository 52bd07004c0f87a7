// The page where a user asks for a recovery link to the secondary address.

import { recoveryPath } from '@brama/contract/recovery/paths';
import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { FormLink, UsernameField } from './fields.tsx';
import { FormPage } from './form-page.tsx';

export function Screen() {
  const { t } = useTranslation('recovery');
  const { message, username } = usePageProps('recovery-email');
  return (
    <FormPage
      action={t('recovery-email.action')}
      failure={t('not-sent')}
      fields={(sent) => (
        <UsernameField label={t('recovery-email.label')} readOnly={sent} typed={username} />
      )}
      link={<FormLink path={recoveryPath}>{t('recovery-email.other')}</FormLink>}
      message={message}
      text={t('recovery-email.text')}
      title={t('recovery-email.title')}
    />
  );
}
