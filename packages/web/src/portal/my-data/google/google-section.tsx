// “My data”: the Google account for sign-in. Hidden where Google sign-in is off.
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { GoogleMark } from '../../../ui/pictures/google-mark.tsx';
import { Loading, NotLoaded } from '../section-states.tsx';
import { OtherSessions } from '../sessions/end-session.tsx';
import { GoogleAccount } from './google-account.tsx';
import { googleLinkQuery, methodsQuery } from './google-link.ts';

export function GoogleSection() {
  const { data } = useQuery(methodsQuery);
  if (!data?.methods.some(({ id }) => id === 'google')) return null;
  return <Section />;
}

function Section() {
  const { t } = useTranslation('profile');
  const { data: link, error, isFetching, refetch } = useQuery(googleLinkQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const [unlinked, setUnlinked] = useState(false);
  // the focused element may have disappeared with the change
  const focusHeading = () => heading.current?.focus({ preventScroll: true });

  return (
    <section aria-labelledby="google" className="mt-7 border-line border-t pt-5 print:hidden">
      <h3 className="sr-only" id="google" ref={heading} tabIndex={-1}>
        {t('google.title')}
      </h3>
      {link ? (
        <GoogleAccount
          icon={<GoogleMark size={18} />}
          link={link}
          onChange={focusHeading}
          onUnlinked={() => setUnlinked(true)}
          title={t('google.title')}
        />
      ) : null}
      {link && unlinked ? <OtherSessions onEnded={focusHeading} /> : null}
      {!link && isFetching ? <Loading /> : null}
      {!link && !isFetching ? (
        <NotLoaded error={error} onRetry={() => void refetch()} title={t('google.not-loaded')} />
      ) : null}
    </section>
  );
}
