// Top of every page: skip link, logo home, language switch and account menu. The switch is an ordinary link, so it works
// without JavaScript and by middle click, and keeps path, query and fragment.

import type { ReactNode } from 'react';
import { otherLanguage } from '../../browser/address.ts';
import { useHash, usePageAddress } from '../../browser/page-address.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { textLink } from '../../ui/text-link.ts';
import { Logo } from '../pictures/logo.tsx';
import { OrganisationLogo } from '../pictures/organisation-logo.tsx';

export function Header({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('common');
  const { path, query } = usePageAddress();
  const hash = useHash();
  const other = otherLanguage(useLanguage());
  return (
    <header className="px-4 py-3 sm:px-6 lg:px-10 lg:py-4">
      <a
        className="sr-only z-10 rounded-control bg-ink font-semibold text-bg focus:not-sr-only focus:absolute focus:start-4 focus:top-3 focus:px-5 focus:py-3"
        href="#main"
      >
        {t('skip')}
      </a>
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-2">
        <a
          className="inline-flex min-h-11 items-center gap-2.5 rounded-chip font-bold text-ink text-lg tracking-[-0.01em]"
          href="/"
        >
          <Logo />
          {t('brand')}
          <OrganisationLogo />
        </a>
        <div className="flex flex-wrap items-center gap-x-4 sm:gap-x-6">
          <a
            className={`${textLink} inline-flex min-h-11 items-center font-medium`}
            href={`/${other}/${path}${query}${hash}`}
            hrefLang={other}
            lang={other}
          >
            {t('language.switch')}
          </a>
          {children}
        </div>
      </div>
    </header>
  );
}
