// The page where a user enters the temporary access code that support has given in person.

import { recoveryPath } from '@brama/contract/recovery/paths';
import { CodeField } from '@brama/ui/code-field.tsx';
import { usePageProps } from '../browser/page-props.ts';
import { writtenCode } from '../frame/code-shapes.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { FormLink, UsernameField } from './fields.tsx';
import { FormPage } from './form-page.tsx';

export function Screen() {
  const { t } = useTranslation('recovery');
  const { message, username } = usePageProps('recovery-access-code');
  return (
    <FormPage
      action={t('recovery-access-code.action')}
      failure={t('not-accepted')}
      fields={(sent) => (
        <>
          <UsernameField
            className="mb-5"
            label={t('recovery-access-code.username')}
            readOnly={sent}
            typed={username}
          />
          <CodeField
            autoComplete="off"
            hint={t('recovery-access-code.hint')}
            id="code"
            label={t('recovery-access-code.label')}
            name="code"
            readOnly={sent}
            shape={writtenCode}
          />
        </>
      )}
      link={<FormLink path={recoveryPath}>{t('recovery-email.other')}</FormLink>}
      message={message}
      text={t('recovery-access-code.text')}
      title={t('recovery-access-code.title')}
    />
  );
}
