// Says that an email was sent if the account has a usable secondary address. The page is the same for every name.

import { recoveryPath } from '@brama/contract/recovery/paths';
import { usePageAddress } from '../browser/page-address.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { Column } from '../ui/column.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { textLink } from '../ui/text-link.ts';
import { FormLink } from './fields.tsx';

export function Screen() {
  const { t } = useTranslation('recovery');
  const language = useLanguage();
  const { carried } = usePageAddress();
  return (
    <Column short>
      <PageHeading lead={t('recovery-sent.text')}>{t('recovery-sent.title')}</PageHeading>
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
