// The pages that confirm a new secondary address.

import { accountSectionPath } from '@brama/contract/pages/account/sections';
import { buttonClass } from '@brama/ui/button.tsx';
import { Column } from '@brama/ui/column.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { usePageProps } from '../browser/page-props.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { EmailCodeField } from './fields.tsx';
import { FormPage } from './form-page.tsx';

/** The page that the link in the email opens. Opening it confirms nothing, because mail programs open links too. */
export function SecondaryEmailConfirm() {
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

/** Perhaps in a browser without a session. */
export function SecondaryEmailConfirmed() {
  const { t } = useTranslation('recovery');
  const account = `/${useLanguage()}/${accountSectionPath('sign-in-methods')}`;
  return (
    <Column short>
      <PageHead lead={t('secondary-email-confirmed.text')}>
        {t('secondary-email-confirmed.title')}
      </PageHead>
      <div className="mt-7">
        <a className={buttonClass('primary')} href={account}>
          {t('secondary-email-confirmed.action')}
        </a>
      </div>
    </Column>
  );
}
