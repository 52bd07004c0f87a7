// «My data»: the Google account that signs its owner in. Not there where signing in with Google is off.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorText } from '../frame/error-text.tsx';
import type { MyDataNote } from '../my-data-note.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { GoogleMark } from '../ui/google-mark.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { GoogleAccount } from './google-account.tsx';
import { googleLinkQuery, methodsQuery } from './google-link.ts';
import { GoogleNote } from './google-note.tsx';

type GoogleSectionProps = {
  /** Why «my data» has opened by itself, if it has: then this is the place to look at. */
  note: MyDataNote | undefined;
};

export function GoogleSection({ note }: GoogleSectionProps) {
  const { data } = useQuery(methodsQuery);
  if (!data?.methods.some(({ id }) => id === 'google')) return null;
  return <Section note={note} />;
}

function Section({ note }: GoogleSectionProps) {
  const { t } = useTranslation('profile');
  const { data: link, error, isFetching, refetch } = useQuery(googleLinkQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  const settled = link !== undefined || error !== null;

  useEffect(() => {
    if (!note || !settled) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView();
  }, [note, settled]);

  return (
    <section aria-labelledby="google" className="mt-7 border-line border-t pt-5 print:hidden">
      <h3
        className="mb-3 flex scroll-mt-3 items-center gap-3 font-semibold text-md"
        id="google"
        ref={heading}
        tabIndex={-1}
      >
        <span
          className="grid size-9 shrink-0 place-items-center rounded-chip border border-line bg-[#fff]"
          data-plate=""
        >
          <GoogleMark size={18} />
        </span>
        {t('google.title')}
      </h3>
      {note && settled ? <GoogleNote note={note} /> : null}
      {link ? (
        <GoogleAccount
          link={link}
          // what had the focus may be gone with the change
          onChange={() => heading.current?.focus({ preventScroll: true })}
        />
      ) : null}
      {!link && isFetching ? <Loading /> : null}
      {!link && !isFetching ? <NotLoaded error={error} onRetry={() => void refetch()} /> : null}
    </section>
  );
}

function Loading() {
  const { t } = useTranslation('common');
  return (
    <>
      <p className="sr-only" role="status">
        {t('states.loading')}
      </p>
      <Skeleton className="mb-4 h-6 w-3/5 rounded-chip" />
      <Skeleton className="h-11 w-44 rounded-control" />
    </>
  );
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation(['profile', 'common']);
  return (
    <>
      <div className="mb-4" role="alert">
        <Alert
          kind="error"
          prefix={t('common:error-prefix')}
          title={t('profile:google.not-loaded')}
        >
          <ErrorText error={error} />
        </Alert>
      </div>
      <Button look="secondary" onClick={onRetry}>
        {t('common:actions.retry')}
      </Button>
    </>
  );
}
