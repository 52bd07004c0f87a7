// The Google method: a plain link that leaves the page, so it works without JavaScript and loads nothing from Google.
import { paths } from '@brama/contract/paths';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { type MouseEvent, useEffect, useState } from 'react';
import { usePageAddress } from '../../browser/page-address.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { GoogleMark } from '../../ui/pictures/google-mark.tsx';
import { MethodLink, type MethodProps } from '../method-link.tsx';

/** If the browser has not left the page by then, the user has stopped the navigation, so the link works again. */
const leavingMs = 10_000;

/** Returns true from the click until the page is left, and ignores further clicks. */
function useLeaving(onLeave: () => void) {
  const [leaving, setLeaving] = useState(false);
  usePageRestored(() => setLeaving(false));
  useEffect(() => {
    if (!leaving) return;
    const timer = setTimeout(() => setLeaving(false), leavingMs);
    return () => clearTimeout(timer);
  }, [leaving]);
  const leave = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (leaving) return event.preventDefault();
    setLeaving(true);
    onLeave();
  };
  return { leaving, leave };
}

export function GoogleMethod({ marked, notice, onLeave }: MethodProps) {
  const { t } = useTranslation('login');
  const { carried } = usePageAddress();
  const { leaving, leave } = useLeaving(onLeave);
  return (
    <MethodLink
      hint={<span className="low:sr-only">{t('google.hint')}</span>}
      href={paths.googleRedirect + carried}
      leaving={leaving}
      mark={<GoogleMark size={24} />}
      marked={marked}
      method="google"
      onClick={leave}
      title={t('google.title')}
      // shown here as well, because another message may replace the one above the form
      warning={notice === 'google-unavailable' ? t('google.silent') : undefined}
    />
  );
}

/** A link to the answer on the help page. */
export function HowToLinkGoogle() {
  const { t } = useTranslation('login');
  const language = useLanguage();
  const { carried } = usePageAddress();
  return (
    <p className="mt-1.5">
      <a className="underline underline-offset-[0.18em]" href={`/${language}/faq${carried}#google`}>
        {t('google.how')}
      </a>
    </p>
  );
}
