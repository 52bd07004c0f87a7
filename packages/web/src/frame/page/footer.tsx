// The footer of every page, with different texts for visitors and signed-in users.

import { useInstance } from '../../browser/instance.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { FooterLinks } from './footer-links.tsx';
import { ThemeSelect } from './theme-select.tsx';

export type FooterKind = 'public' | 'private';

export function Footer({ kind }: { kind: FooterKind }) {
  const { t } = useTranslation('common');
  const { organisation } = useInstance();
  return (
    <footer className="border-line border-t bg-sunken px-4 py-4 text-muted text-sm sm:px-6 lg:px-10">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <p>
          {kind === 'public'
            ? t('footer.public-text')
            : t('footer.rights', { year: new Date().getFullYear(), organisation })}
        </p>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <FooterLinks />
          <ThemeSelect />
        </div>
      </div>
    </footer>
  );
}
