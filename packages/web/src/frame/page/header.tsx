// Top of every page: skip link, logo home, language switch and account menu. The switch is an ordinary link, so it works
// without JavaScript and by middle click, and keeps path, query and fragment.

import { textLink } from '@brama/ui/text-link.ts';
import type { ReactNode } from 'react';
import { otherLanguage } from '../../browser/address.ts';
import { useInstance } from '../../browser/instance.ts';
import { useHash, usePageAddress } from '../../browser/page-address.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** The mark: a gate whose doorway holds a person, a keyhole and the letter «і». */
function Logo() {
  return (
    <svg aria-hidden="true" height="32" viewBox="0 0 32 32" width="32">
      <path
        className="fill-brand"
        d="M16 2C8.82 2 3 7.82 3 15v11.5A3.5 3.5 0 0 0 6.5 30H11V17.5a5 5 0 0 1 10 0V30h4.5a3.5 3.5 0 0 0 3.5-3.5V15C29 7.82 23.18 2 16 2Z"
      />
      <circle className="fill-sun" cx="16" cy="18" r="2.5" />
      <rect className="fill-sun" height="7.8" rx="1.4" width="4.2" x="13.9" y="22.2" />
    </svg>
  );
}

/**
 * The logo of the organisation, if it has set one, in a box of fixed size, so that the layout does not shift. It has a light plate in
 * the dark theme, because logos are designed for paper.
 */
function OrganisationLogo() {
  const { organisation, logo } = useInstance();
  if (logo === undefined) return null;
  return (
    <span className="ms-1 border-line border-s ps-3.5">
      <img
        alt={organisation}
        className="organisation-logo h-8 w-24 object-contain object-left"
        // lazy, because React would otherwise load it before the fonts
        loading="lazy"
        src={logo}
      />
    </span>
  );
}

/** The name of each language on a narrow screen, in the language itself. */
const shortNames = { uk: 'УКР', en: 'EN' } as const;

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
            <span aria-hidden="true" className="sm:hidden">
              {shortNames[other]}
            </span>
            <span className="max-sm:sr-only">{t('language.switch')}</span>
          </a>
          {children}
        </div>
      </div>
    </header>
  );
}
