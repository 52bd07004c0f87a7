// The sections of the account page, in their order. A new section gets an id in `accountSections` and an entry here.

import type { AccountSection } from '@brama/contract/pages/account/sections';
import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { HelpLink } from '../../frame/help-link.tsx';
import { Trans } from '../../i18n/trans.tsx';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ConnectedApps } from '../my-data/access/access-section.tsx';
import { accessQuery } from '../my-data/access/connected-apps.ts';
import { ProfileFields } from '../my-data/profile/profile-fields.tsx';
import { ReportMistake, useCanReport } from '../my-data/profile/report-mistake.tsx';
import { Sessions } from '../my-data/sessions/session-section.tsx';
import { sessionsQuery } from '../my-data/sessions/sessions.ts';
import { Activity } from './activity.tsx';
import { SearchKey } from './search-key.tsx';
import { SectionFrame } from './section-frame.tsx';
import { SignInMethods } from './sign-in-methods.tsx';

function Profile() {
  const { t } = useTranslation('profile');
  const canReport = useCanReport();
  return (
    <SectionFrame id="profile">
      {() => (
        <>
          <p className="mb-4 text-text-2 print:hidden">
            <Trans
              components={{ help: <HelpLink /> }}
              text={t(canReport ? 'source' : 'description')}
            />
          </p>
          <ProfileFields />
          {canReport ? <ReportMistake /> : null}
          <SearchKey />
        </>
      )}
    </SectionFrame>
  );
}

function SessionsSection() {
  const { data } = useQuery(sessionsQuery);
  return (
    <SectionFrame id="sessions">
      {(focus) => data && <Sessions answer={data} onEnded={focus} />}
    </SectionFrame>
  );
}

function ConnectedAppsSection() {
  const { data } = useQuery(accessQuery);
  return (
    <SectionFrame id="connected-apps">
      {(focus) => data && <ConnectedApps all={data.applications} onEnded={focus} />}
    </SectionFrame>
  );
}

function ActivitySection() {
  return <SectionFrame id="activity">{() => <Activity />}</SectionFrame>;
}

function SignInMethodsSection() {
  return (
    <SectionFrame id="sign-in-methods">
      {(focus) => <SignInMethods onChange={focus} />}
    </SectionFrame>
  );
}

export const sections: readonly { id: AccountSection; Section: ComponentType }[] = [
  { id: 'profile', Section: Profile },
  { id: 'sign-in-methods', Section: SignInMethodsSection },
  { id: 'sessions', Section: SessionsSection },
  { id: 'connected-apps', Section: ConnectedAppsSection },
  { id: 'activity', Section: ActivitySection },
];
