// Says that an email was sent if the account exists. The page is the same for every name, so that it does not reveal
// which accounts exist.
import { passwordPath } from '@brama/contract/paths';
import { recoveryPath } from '@brama/contract/recovery/paths';
import { Column } from '@brama/ui/column.tsx';
import { PageHead } from '@brama/ui/page-head.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { usePageAddress } from '../browser/page-address.ts';
import { ContactLink } from '../frame/contact-link.tsx';
import { Trans } from '../i18n/trans.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';

export function Screen() {
  const { t } = useTranslation('password');
  const language = useLanguage();
  const { carried } = usePageAddress();
  return (
    <Column short>
      <PageHead lead={t('password-sent.text')}>{t('password-sent.title')}</PageHead>
      <p className="mt-5 text-text-2">
        <Trans
          components={{ contact: <ContactLink subject={t('password-forgot.title')} /> }}
          text={t('password-sent.none')}
        />
      </p>
      <p className="mt-5 text-text-2">
        {t('password-sent.code')}{' '}
        <a className={textLink} href={`/${language}/${passwordPath}/reset${carried}`}>
          {t('password-sent.action')}
        </a>
      </p>
      <p className="mt-5">
        <a
          className={`${textLink} inline-flex min-h-11 items-center`}
          href={`/${language}/${carried}`}
        >
          {t('password-forgot.back')}
        </a>
        <a
          className={`${textLink} ms-6 inline-flex min-h-11 items-center`}
          href={`/${language}/${recoveryPath}${carried}`}
        >
          {t('password-forgot.other')}
        </a>
      </p>
    </Column>
  );
}
