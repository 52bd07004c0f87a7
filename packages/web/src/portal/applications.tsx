// The content of the applications page: greeting, sign-out, applications and “My data”.

import { Trans, useTranslation } from 'react-i18next';
import { HelpLink } from '../frame/help-link.tsx';
import { useErrorTitle } from '../frame/navigation/use-error-title.ts';
import { useUser } from '../session/user-query.ts';
import { Alert } from '../ui/alert.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { textLink } from '../ui/text-link.ts';
import { AppList } from './applications/app-list.tsx';
import { useShownApplications } from './applications/use-shown-applications.ts';
import { MyDataDialog } from './my-data/my-data-dialog.tsx';
import { useMyData } from './my-data/use-my-data.ts';
import { SignOutButton } from './sign-out-button.tsx';
import { useWithoutScript } from './without-script.tsx';

/** `unknown`: the address names an application that the user may not open. */
export function Applications({ unknown }: { unknown: boolean }) {
  const { t } = useTranslation('apps');
  useErrorTitle(t('page-title'), unknown);
  const { fullName } = useUser();
  const applications = useShownApplications();
  const { open, note, show, close } = useMyData();
  const withoutScript = useWithoutScript();
  const openDialog = withoutScript ? (
    // biome-ignore lint/a11y/useAnchorContent: Trans fills it
    <a className={textLink} href="#my-data" />
  ) : (
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
