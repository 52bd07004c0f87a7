// The other way on of a page between an application and a person: to the own applications.
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import { textLink } from '../ui/text-link.ts';

export function AppsLink() {
  const { t } = useTranslation('interaction');
  return (
    <a className={`${textLink} inline-flex min-h-11 items-center`} href={`/${useLanguage()}/apps`}>
      {t('apps')}
    </a>
  );
}
