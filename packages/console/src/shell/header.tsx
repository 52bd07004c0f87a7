// Top of every page: skip link, name, search, language and account menu.
import { paths, userHashParameter } from '@brama/contract/paths';
import { ChevronDown } from '@brama/ui/icons/chevron-down.ts';
import { textLink } from '@brama/ui/text-link.ts';
import { useLocation } from '@tanstack/react-router';
import type { Me } from '../api/me.ts';
import { announceElsewhere } from '../api/session.ts';
import { wordsOf } from '../i18n/words.ts';
import { basePath, fullName, language, userHash } from '../page-data.ts';
import { forgetAll } from '../storage/tab-storage.ts';
import { GlobalSearch } from './global-search.tsx';

/** The mark of Brama, as on the other pages. */
function Logo() {
  return (
    <svg aria-hidden="true" height="28" viewBox="0 0 32 32" width="28">
      <path
        className="fill-brand"
        d="M16 2C8.82 2 3 7.82 3 15v11.5A3.5 3.5 0 0 0 6.5 30H11V17.5a5 5 0 0 1 10 0V30h4.5a3.5 3.5 0 0 0 3.5-3.5V15C29 7.82 23.18 2 16 2Z"
      />
      <circle className="fill-sun" cx="16" cy="18" r="2.5" />
      <rect className="fill-sun" height="7.8" rx="1.4" width="4.2" x="13.9" y="22.2" />
    </svg>
  );
}

const shortNames = { uk: 'УКР', en: 'EN' } as const;

export function Header({ me }: { me: Me | undefined }) {
  const t = wordsOf('shell');
  return (
    <header className="border-line border-b px-4 py-2 sm:px-6 print:hidden">
      <a
        className="sr-only z-30 rounded-control bg-ink font-semibold text-bg focus:not-sr-only focus:absolute focus:start-4 focus:top-3 focus:px-5 focus:py-3"
        href="#main"
      >
        {t('skip')}
      </a>
      <div className="mx-auto flex max-w-[88rem] flex-wrap items-center gap-x-4 gap-y-2">
        <a
          className="inline-flex min-h-11 grow items-center gap-2.5 rounded-chip font-bold text-base text-ink sm:grow-0 lg:w-52"
          href={basePath}
        >
          <Logo />
          {t('console')}
        </a>
        <div className="order-last w-full sm:order-none sm:w-auto sm:max-w-dialog sm:grow">
          {me ? <GlobalSearch me={me} /> : null}
        </div>
        <div className="flex items-center gap-x-4 sm:ms-auto">
          <LanguageLink />
          <AccountMenu me={me} />
        </div>
      </div>
    </header>
  );
}

function LanguageLink() {
  const t = wordsOf('shell');
  const { pathname, searchStr, hash } = useLocation();
  const other = language === 'uk' ? 'en' : 'uk';
  const fragment = hash === '' ? '' : `#${hash}`;
  return (
    <a
      className={`${textLink} inline-flex min-h-11 items-center font-medium`}
      href={`/${other}/admin${pathname === '/' ? '' : pathname}${searchStr}${fragment}`}
      hrefLang={other}
      lang={other}
    >
      <span aria-hidden="true">{shortNames[other]}</span>
      <span className="sr-only">{t('language')}</span>
    </a>
  );
}

const entry =
  'flex min-h-11 w-full items-center rounded-chip px-3 text-start font-medium text-ink hover:bg-sunken';

/** The browser then shows nothing of this user, in this tab and in others. */
function noteSignOut(): void {
  forgetAll();
  addEventListener('pagehide', () => announceElsewhere('signed-out'), { once: true });
}

function AccountMenu({ me }: { me: Me | undefined }) {
  const t = wordsOf('shell');
  const roles = me?.roles.map((role) => t(`roles.${role}`)).join(', ');
  return (
    <details className="relative">
      <summary className="flex min-h-11 items-center gap-1.5 rounded-chip font-medium text-ink hover:text-brand">
        <span className="sr-only">{t('account.label')}: </span>
        <span className="max-w-28 truncate sm:max-w-44">{me?.username ?? fullName}</span>
        <ChevronDown aria-hidden="true" className="chevron-down shrink-0" size={18} />
      </summary>
      <div className="absolute end-0 z-30 mt-1 w-64 max-w-[calc(100vw-2rem)] rounded-card border border-line-strong bg-surface p-2 shadow-card">
        <div className="mb-1 border-line border-b px-3 pt-1 pb-2 wrap-anywhere">
          <p className="font-semibold">{fullName}</p>
          {roles ? <p className="text-sm text-text-2">{t('account.roles', { roles })}</p> : null}
        </div>
        <a className={entry} href={`/${language}/account`}>
          {t('account.own')}
        </a>
        <a className={entry} href={`/${language}/apps`}>
          {t('account.applications')}
        </a>
        <form
          action={paths.signOut}
          className="mt-1 border-line border-t pt-1"
          method="post"
          onSubmit={noteSignOut}
        >
          <input name={userHashParameter} type="hidden" value={userHash} />
          <button className={entry} type="submit">
            {t('account.sign-out')}
          </button>
        </form>
      </div>
    </details>
  );
}
