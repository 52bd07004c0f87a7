// The Diia method: a link to the page with the code. That page needs JavaScript.

import { usePageAddress } from '../../browser/page-address.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MethodLink, type MethodProps } from '../method-link.tsx';
import { DiiaMark } from './diia-mark.tsx';

export function DiiaMethod({ marked }: MethodProps) {
  const { t } = useTranslation('login');
  const language = useLanguage();
  const { carried } = usePageAddress();
  return (
    <MethodLink
      className="with-script"
      hint={
        <>
          <span className="low:sr-only md:hidden">{t('diia.on-phone')}</span>
          <span className="low:sr-only max-md:hidden">{t('diia.on-desktop')}</span>
        </>
      }
      href={`/${language}/diia${carried}`}
      mark={<DiiaMark />}
      marked={marked}
      method="diia"
      title={t('diia.title')}
    />
  );
}

export function DiiaWithoutScript() {
  const { t } = useTranslation('login');
  return (
    <noscript>
      <p className="mt-4 text-sm text-text-2">{t('diia.without-script')}</p>
    </noscript>
  );
}
