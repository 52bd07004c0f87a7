// The applications of the user. Opens one of them when the address names it.

import { useEffect, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { withoutCarried } from '../browser/address.ts';
import { HelpLink } from '../frame/help-link.tsx';
import { useErrorTitle } from '../frame/navigation/use-error-title.ts';
import { useUser } from '../session/user-query.ts';
import { Alert } from '../ui/alert.tsx';
import { usePageRestored } from '../ui/hooks/use-page-restored.ts';
import { PageHeading } from '../ui/page-heading.tsx';
import { textLink } from '../ui/text-link.ts';
import { AppList } from './applications/app-list.tsx';
import { useShownApplications } from './applications/use-shown-applications.ts';
import { AppsSkeleton } from './apps-skeleton.tsx';
import { readAutoOpen } from './auto-open.ts';
import { MyDataDialog } from './my-data/my-data-dialog.tsx';
import { useMyData } from './my-data/use-my-data.ts';
import { OpeningApp } from './opening-app.tsx';
import { SignOutButton } from './sign-out-button.tsx';

export const Skeleton = AppsSkeleton;

export function Screen() {
  const { applications, userHash } = useUser();
  const { search } = useLocation();
  const navigate = useNavigate();
  const [autoOpen, setAutoOpen] = useState(() => readAutoOpen(search, applications, userHash));
  const handled = useRef(false);

  useEffect(() => {
    if (autoOpen.kind === 'plain' || handled.current) return;
    handled.current = true;
    const leave = async () => {
      // removed first, so that a reload or Back does not open the application again
      await navigate({ search: withoutCarried(location.search) }, { replace: true });
      if (autoOpen.kind === 'opening') location.replace(autoOpen.href);
    };
    void leave();
  }, [autoOpen, navigate]);

  usePageRestored(() => setAutoOpen({ kind: 'plain' }));

  if (autoOpen.kind === 'opening')
    return <OpeningApp href={autoOpen.href} title={autoOpen.application?.title} />;
  return <Applications unknown={autoOpen.kind === 'unknown'} />;
}

function Applications({ unknown }: { unknown: boolean }) {
  const { t } = useTranslation('apps');
  useErrorTitle(t('page-title'), unknown);
  const { fullName } = useUser();
  const applications = useShownApplications();
  const { open, note, show, close } = useMyData();
  const openDialog = (
    <button aria-haspopup="dialog" className={textLink} onClick={show} type="button" />
  );
  return (
    <div className="mx-auto max-w-page">
      <div className="mb-7 flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
        <div className="min-w-0 flex-[1_1_20rem] wrap-anywhere">
          <PageHeading
            lead={<Trans components={{ data: openDialog }} i18nKey="description" ns="apps" t={t} />}
          >
            {t('greeting')} <span className="block">{fullName}</span>
          </PageHeading>
        </div>
        <SignOutButton />
      </div>
      <div className="mb-5 empty:hidden" role="alert">
        {unknown ? (
          <Alert kind="warning" title={t('redirect-error.title')}>
            <p>
              {t('redirect-error.text')} {applications.length > 0 && t('redirect-error.next')}
            </p>
          </Alert>
        ) : null}
      </div>
      {applications.length === 0 ? <NoApplications /> : <AppList />}
      <MyDataDialog note={note} onClose={close} open={open} />
    </div>
  );
}

function NoApplications() {
  const { t } = useTranslation('apps');
  return (
    <div role="status">
      <Alert kind="info" title={t('no-apps-error.title')}>
        <p>
          <Trans components={{ help: <HelpLink /> }} i18nKey="no-apps-error.text" ns="apps" t={t} />
        </p>
      </Alert>
    </div>
  );
}
