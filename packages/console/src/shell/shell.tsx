// The frame of the console: header with search, navigation, the page, and what concerns the whole page.
import { ChevronDown } from '@brama/ui/icons/chevron-down.ts';
import { SideNavigation } from '@brama/ui/side-navigation.tsx';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { type Me, meQuery } from '../api/me.ts';
import { onSessionState, sessionState } from '../api/session.ts';
import { type Area, areaGroups } from '../area.ts';
import { areas } from '../areas.ts';
import { wordsOf } from '../i18n/words.ts';
import { basePath, language } from '../page-data.ts';
import { Page } from '../ui/page.tsx';
import { ProblemText } from '../ui/problem-text.tsx';
import { Header } from './header.tsx';
import { PendingPage } from './page-states.tsx';
import { SessionNotice } from './session-notice.tsx';
import { StepUpDialog } from './step-up-dialog.tsx';
import { useSessionWatch } from './use-session-watch.ts';

export function Shell() {
  useSessionWatch();
  const state = useSyncExternalStore(onSessionState, sessionState);
  const { data: me, error, refetch } = useQuery(meQuery);
  return (
    <div className="flex min-h-dvh flex-col" data-density="compact">
      <Header me={me} />
      <div className="mx-auto w-full max-w-page grow px-4 pb-12 sm:px-6 lg:grid lg:max-w-[88rem] lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-10">
        {me ? <Navigation me={me} /> : <div />}
        <main className="pt-4 lg:pt-6" id="main" tabIndex={-1}>
          {state === 'open' ? null : <SessionNotice state={state} />}
          {me && state !== 'user-changed' ? <AllowedPage me={me} /> : null}
          {me || error ? null : <PendingPage />}
          {error && !me && state === 'open' ? (
            <ProblemText error={error} onRetry={() => void refetch()} />
          ) : null}
        </main>
      </div>
      <StepUpDialog />
    </div>
  );
}

const isWithin = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`);

/** Returns what the role of the caller lacks for the page of this address. */
function lackingFor(pathname: string, { permissions }: Me) {
  const area = areas.find(({ to }) => isWithin(pathname, to));
  const action = area?.actions?.find(({ to }) => to === pathname);
  return [area, action].find((needed) => needed && !permissions.includes(needed.permission));
}

/** The page of the address. An address that a user has typed may lead to a page that the role does not allow. */
function AllowedPage({ me }: { me: Me }) {
  const { pathname } = useLocation();
  const lacking = lackingFor(pathname, me);
  if (!lacking) return <Outlet />;
  return (
    <Page title={lacking.label[language]}>
      <p>{wordsOf('shell')('problem.permission', { permission: lacking.permission })}</p>
    </Page>
  );
}

/** Returns the address of the first page of an area. */
const hrefOf = ({ to }: Area) => basePath + to;

function Navigation({ me }: { me: Me }) {
  const t = wordsOf('shell');
  const { pathname } = useLocation();
  const own = areas.filter(({ permission }) => me.permissions.includes(permission));
  const current = own.find(({ to }) => isWithin(pathname, to));
  const groups = areaGroups.map((group) => ({
    group,
    entries: own
      .filter((area) => area.group === group)
      .map((area) => ({ id: area.id, href: hrefOf(area), label: area.label[language] })),
  }));
  const shown = groups.filter(({ entries }) => entries.length > 0);
  if (shown.length === 0) return <div />;
  const list = shown.map(({ group, entries }) => (
    <div key={group}>
      <p aria-hidden="true" className="mb-1 px-3 text-muted text-xs lg:px-4">
        {t(`navigation.${group}`)}
      </p>
      <SideNavigation current={current?.id} entries={entries} label={t(`navigation.${group}`)} />
    </div>
  ));
  return (
    <>
      <div className="hidden flex-col gap-5 pt-6 lg:flex print:hidden">{list}</div>
      {/* a new page closes the list */}
      <details className="border-line border-b py-1 lg:hidden print:hidden" key={pathname}>
        <summary className="flex min-h-11 items-center gap-2 font-medium">
          <span className="grow">
            {t('navigation.label')}
            {current ? `: ${current.label[language]}` : ''}
          </span>
          <ChevronDown aria-hidden="true" className="chevron-down shrink-0" size={18} />
        </summary>
        <div className="flex flex-col gap-3 px-3 pb-2">{list}</div>
      </details>
    </>
  );
}
