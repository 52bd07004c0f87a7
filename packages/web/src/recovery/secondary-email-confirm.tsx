// The page that the link to a new secondary address opens. Opening it confirms nothing, because mail programs open links too.

import { usePageProps } from '../browser/page-props.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { EmailCodeField } from './fields.tsx';
import { FormPage } from './form-page.tsx';

export function Screen() {
  const { t } = useTranslation('recovery');
  const { message, code } = usePageProps('secondary-email-confirm');
  return (
    <FormPage
      action={t('secondary-email-confirm.action')}
      failure={t('secondary-email-confirm.not-confirmed')}
      fields={(sent) => (
        <EmailCodeField
          code={code}
          hint={t('secondary-email-confirm.hint')}
          label={t('secondary-email-confirm.label')}
          readOnly={sent}
        />
      )}
      link={null}
      message={message}
      text={t('secondary-email-confirm.text')}
      title={t('secondary-email-confirm.title')}
    />
  );
}
