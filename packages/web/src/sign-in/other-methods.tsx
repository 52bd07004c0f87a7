// The sign-in methods below the form. Their links keep the return parameters.
import type { MethodId } from '@brama/contract/pages/login-page';
import { useTranslation } from 'react-i18next';
import { usePageAddress } from '../browser/page-address.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { DiiaMark } from './diia-mark.tsx';
import { GoogleMethod } from './google-method.tsx';
import { MethodLink } from './method-link.tsx';

type OtherMethodsProps = {
  methods: readonly MethodId[];
  /** True if Google did not respond to the last attempt. */
  googleSilent: boolean;
  onTakeGoogle: () => void;
};

export function OtherMethods({ methods, googleSilent, onTakeGoogle }: OtherMethodsProps) {
  const { t } = useTranslation('login');
  const marked = methods.length > 1;
  if (!methods.some((method) => method !== 'password')) return null;
  return (
    <>
      {methods.includes('password') ? (
        <p className="my-6 flex items-center gap-3.5 text-muted text-sm">
          <span className="h-px grow bg-line" />
          {t('or')}
          <span className="h-px grow bg-line" />
        </p>
      ) : null}
      <div className="grid auto-rows-fr gap-4">
        {methods.includes('diia') ? <DiiaMethod marked={marked} /> : null}
        {methods.includes('google') ? (
          <GoogleMethod marked={marked} onTake={onTakeGoogle} silent={googleSilent} />
        ) : null}
      </div>
      {methods.includes('diia') ? (
        <noscript>
          <p className="mt-4 text-sm text-text-2">{t('diia.without-script')}</p>
        </noscript>
      ) : null}
    </>
  );
}

function DiiaMethod({ marked }: { marked: boolean }) {
  const { t } = useTranslation('login');
  const language = useLanguage();
  const { carried } = usePageAddress();
  return (
    <MethodLink
      className="with-script"
      hint={
        <>
          <span className="block text-sm text-text-2 md:hidden">{t('diia.on-phone')}</span>
          <span className="hidden text-sm text-text-2 md:block">{t('diia.on-desk')}</span>
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
