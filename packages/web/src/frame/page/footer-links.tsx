// Links to help, privacy policy and terms of use, for every page including error pages.

import { textLink } from '@brama/ui/text-link.ts';
import { usePageAddress } from '../../browser/page-address.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

const links = [
  ['faq', 'footer.help'],
  ['privacy-policy', 'footer.privacy'],
  ['terms-of-use', 'footer.terms'],
] as const;

export function FooterLinks() {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const { carried } = usePageAddress();
  return (
    <nav aria-label={t('footer.label')}>
      <ul className="flex flex-wrap gap-x-6 gap-y-1">
        {links.map(([path, label]) => (
          <li key={path}>
            <a
              className={`${textLink} inline-flex min-h-6 items-center`}
              href={`/${language}/${path}${carried}`}
            >
              {t(label)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
