// What the console is without JavaScript: a page that says so and leads to the account. The browser renders the console itself.
import { PageHead } from '@brama/ui/page-head.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { useTranslation } from '../i18n/use-translation.ts';

export function WithoutScript() {
  const { t } = useTranslation('console');
  const language = useLanguage();
  return (
    <noscript>
      <main className="mx-auto max-w-form px-4 py-12">
        <PageHead lead={t('without-script.text')}>{t('without-script.title')}</PageHead>
        <p className="mt-6">
          <a className={textLink} href={`/${language}/account`}>
            {t('without-script.account')}
          </a>
        </p>
      </main>
    </noscript>
  );
}
