// “My data”: a link to the password page.
import { passwordPath } from '@brama/contract/paths';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { buttonClass } from '../../ui/button.tsx';

export function PasswordSection() {
  const { t } = useTranslation('profile');
  return (
    <section aria-labelledby="password" className="mt-7 border-line border-t pt-5 print:hidden">
      <h3 className="mb-3 font-semibold text-md" id="password">
        {t('password.title')}
      </h3>
      <a className={buttonClass('secondary')} href={`/${useLanguage()}/${passwordPath}`}>
        {t('password.change')}
      </a>
    </section>
  );
}
