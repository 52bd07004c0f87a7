// Foot of every page, for visitors and for those signed in. Links appear with their screens.
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useInstance } from '../instance.ts';
import { textLink } from '../ui/text-link.ts';
import { useLanguage } from '../words/use-language.ts';
import { usePageAddress } from './page-address.ts';
import { ScreenPaths } from './screen-paths.ts';
import { ThemeSelect } from './theme-select.tsx';

export type FooterKind = 'public' | 'private';

const links = {
  public: [{ path: 'faq', label: 'footer.help' }],
  private: [
    { path: 'faq', label: 'footer.help' },
    { path: 'privacy-policy', label: 'footer.privacy' },
    { path: 'terms-of-use', label: 'footer.terms' },
  ],
} as const;

export function Footer({ kind }: { kind: FooterKind }) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  const screens = useContext(ScreenPaths);
  const { carried } = usePageAddress();
  const { organisation } = useInstance();
  const shown = links[kind].filter((link) => screens.includes(link.path));
  return (
    <footer className="border-line border-t bg-sunken px-4 py-4 text-muted text-sm sm:px-6 lg:px-10">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p>
          {kind === 'public'
            ? t('footer.public-text')
            : t('footer.rights', { year: new Date().getFullYear(), organisation })}
        </p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <nav aria-label={t('footer.label')}>
            <ul className="flex flex-wrap gap-x-6 gap-y-1">
              {shown.map(({ path, label }) => (
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
          <ThemeSelect />
        </div>
      </div>
    </footer>
  );
}
