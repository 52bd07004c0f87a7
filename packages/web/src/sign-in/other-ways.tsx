// The ways to sign in below the form. The link to Diia carries on what must stay with the user.
import type { MethodId } from '@brama/contract/login-page';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Smartphone from 'lucide-react/icons/smartphone';
import { useTranslation } from 'react-i18next';
import { usePageAddress } from '../frame/page-address.ts';
import { useLanguage } from '../words/use-language.ts';
import { LastTime } from './last-time.tsx';

export function OtherWays({ methods }: { methods: readonly MethodId[] }) {
  const { t } = useTranslation('login');
  if (!methods.includes('diia')) return null;
  return (
    <>
      {methods.includes('password') ? (
        <p className="my-6 flex items-center gap-3.5 text-muted text-sm">
          <span className="h-px grow bg-line" />
          {t('or')}
          <span className="h-px grow bg-line" />
        </p>
      ) : null}
      <DiiaTile marked={methods.length > 1} />
      <noscript>
        <p className="text-text-2 text-sm">{t('diia.without-script')}</p>
      </noscript>
    </>
  );
}

function DiiaTile({ marked }: { marked: boolean }) {
  const { t } = useTranslation('login');
  const language = useLanguage();
  const { carried } = usePageAddress();
  return (
    <a
      className="with-script relative flex items-center gap-4 rounded-card border-[1.5px] border-line-strong bg-surface p-4 transition-colors duration-120 hover:border-ink active:bg-sunken"
      href={`/${language}/diia${carried}`}
    >
      <span className="grid size-12 shrink-0 place-items-center rounded-control bg-ink text-bg">
        <Smartphone aria-hidden="true" size={24} />
      </span>
      <span className="min-w-0 grow">
        <span className="block font-semibold">{t('diia.title')}</span>
        <span className="block text-sm text-text-2 md:hidden">{t('diia.on-phone')}</span>
        <span className="hidden text-sm text-text-2 md:block">{t('diia.on-desk')}</span>
      </span>
      <ChevronRight aria-hidden="true" className="shrink-0 text-muted" size={20} />
      {marked ? <LastTime className="end-4 -top-3" method="diia" /> : null}
    </a>
  );
}
