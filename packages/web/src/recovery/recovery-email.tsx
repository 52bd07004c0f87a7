// The pages of a recovery by a link to the secondary address.

import { recoveryPath } from '@brama/contract/recovery/paths';
import { Column } from '@brama/ui/column.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { usePageAddress } from '../browser/page-address.ts';
import { usePageProps } from '../browser/page-props.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { EmailCodeField, FormLink, UsernameField } from './fields.tsx';
import { FormPage } from './form-page.tsx';

/** Asks for the link. */
export function RecoveryEmail() {
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

/** Says that an email was sent if the account has a usable secondary address. The page is the same for every name. */
export function RecoverySent() {
  const { t } = useTranslation('recovery');
  const language = useLanguage();
  const { carried } = usePageAddress();
  return (
    <Column short>
      <PageHead lead={t('recovery-sent.text')}>{t('recovery-sent.title')}</PageHead>
      <p className="mt-5 text-text-2">{t('recovery-sent.none')}</p>
      <p className="mt-5 text-text-2">
        {t('recovery-sent.code')}{' '}
        <a className={textLink} href={`/${language}/${recoveryPath}/link${carried}`}>
          {t('recovery-sent.action')}
        </a>
      </p>
      <p className="mt-5">
        <FormLink path={recoveryPath}>{t('recovery-email.other')}</FormLink>
      </p>
    </Column>
  );
}

/** The page that the link opens. Opening it uses nothing up, because mail programs open links too. */
export function RecoveryLink() {
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
