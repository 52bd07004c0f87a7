// The page that the recovery link in an email opens. Opening it uses nothing up, because mail programs open links too.

import { recoveryPath } from '@brama/contract/recovery/paths';
import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { EmailCodeField, FormLink } from './fields.tsx';
import { FormPage } from './form-page.tsx';

export function Screen() {
  const { t } = useTranslation('recovery');
  const { message, code } = usePageProps('recovery-link');
  return (
    <FormPage
      action={t('recovery-link.action')}
      failure={t('not-accepted')}
      fields={(sent) => (
        <EmailCodeField
          code={code}
          hint={t('recovery-link.hint')}
          label={t('recovery-link.label')}
          readOnly={sent}
        />
      )}
      link={<FormLink path={`${recoveryPath}/email`}>{t('recovery-link.again')}</FormLink>}
      message={message}
      text={t('recovery-link.text')}
      title={t('recovery-link.title')}
    />
  );
}
