// A link to the user's applications, for pages on which a user cannot continue to an application.

import { textLink } from '@brama/ui/text-link.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';

export function AppsLink() {
  const { t } = useTranslation('interaction');
  return (
    <a className={`${textLink} inline-flex min-h-11 items-center`} href={`/${useLanguage()}/apps`}>
      {t('apps')}
    </a>
  );
}
