// The account page: a list of sections, each with its own address. Before hydration, and without JavaScript, its buttons
// are forms.

import { fullNameIn } from '@brama/contract/api/full-name';
import type { AccountSection } from '@brama/contract/pages/account/sections';
import type { PageProps } from '@brama/contract/pages/page-props';
import { Announcements } from '@brama/ui/announcements.tsx';
import { Button } from '@brama/ui/button.tsx';
import { useCurrentSection } from '@brama/ui/hooks/use-current-section.ts';
import { useIsBeforeHydration } from '@brama/ui/hooks/use-is-before-hydration.ts';
import { PageHead } from '@brama/ui/page-head.tsx';
import { SideNavigation } from '@brama/ui/side-navigation.tsx';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import ArrowLeft from 'lucide-react/icons/arrow-left';
import Clock from 'lucide-react/icons/clock';
import KeyRound from 'lucide-react/icons/key-round';
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import Plug from 'lucide-react/icons/plug';
import Printer from 'lucide-react/icons/printer';
import UserRound from 'lucide-react/icons/user-round';
import { type ComponentType, useEffect, useState } from 'react';
import { signedOutHref, signInHref } from '../../browser/address.ts';
import { usePageProps } from '../../browser/page-props.ts';
import { ForeignText } from '../../frame/foreign-text.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { onNewsElsewhere } from '../../session/session-broadcast.ts';
import { UserGate } from '../../session/user-gate.tsx';
import { accessQuery } from '../my-data/access/connected-apps.ts';
import { googleLinkQuery } from '../my-data/google/google-link.ts';
import { useValueText } from '../my-data/profile-value.ts';
import { sessionsQuery } from '../my-data/sessions/sessions.ts';
import { passkeysQuery } from '../passkeys/passkey-calls.ts';
import { WithoutScript } from '../without-script.tsx';
import { Overview } from './overview.tsx';
import { sections } from './sections.tsx';

/** Returns a cache with what the server has sent, so that nothing is fetched until it changes. */
function filledCache({ signInMethods, sessions, connectedApps }: PageProps['account']) {
  const queries = new QueryClient({
    defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } },
  });
  const { google, passkey } = signInMethods;
  if (google) queries.setQueryData(googleLinkQuery.queryKey, google);
  if (passkey) queries.setQueryData(passkeysQuery.queryKey, passkey);
  queries.setQueryData(sessionsQuery.queryKey, sessions);
  queries.setQueryData(accessQuery.queryKey, connectedApps);
  return queries;
}

export function Screen() {
  const props = usePageProps('account');
  const language = useLanguage();
  const isBeforeHydration = useIsBeforeHydration();
  const [queries] = useState(() => filledCache(props));
  const leave = () => location.replace(signInHref(language, '', true));
  useEffect(
    () => onNewsElsewhere('signed-out', () => location.replace(signedOutHref(language))),
    [language],
  );
  return (
    <UserGate onSignedOut={leave} shown={props} userHash={props.user.userHash}>
      <WithoutScript value={isBeforeHydration}>
        <QueryClientProvider client={queries}>
          <Announcements>
            <Account />
          </Announcements>
        </QueryClientProvider>
      </WithoutScript>
    </UserGate>
  );
}

function Account() {
  const { t } = useTranslation(['account', 'profile']);
  const { user, sentAt } = usePageProps('account');
  const language = useLanguage();
  const name = fullNameIn(language, user);
  const text = useValueText();
  return (
    <div className="mx-auto max-w-page">
      <a
        className="mb-2 inline-flex min-h-11 items-center gap-2 rounded-chip font-medium text-brand hover:text-brand-hover print:hidden"
        href={`/${language}/apps`}
      >
        <ArrowLeft aria-hidden="true" size={20} />
        {t('account:apps')}
      </a>
      <PageHead
        action={
          <Button
            className="with-script print:hidden"
            icon={<Printer aria-hidden="true" size={18} />}
            look="secondary"
            onClick={() => print()}
          >
            <span className="max-sm:sr-only">{t('profile:print')}</span>
          </Button>
        }
        lead={<ForeignText>{name}</ForeignText>}
      >
        {t('account:page-title')}
      </PageHead>
      <p className="hidden print:block">
        <time dateTime={sentAt}>{t('account:as-of', { when: text(sentAt) })}</time>
      </p>
      <Overview />
      <div className="mt-7 grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-6 lg:grid-cols-[14rem_minmax(0,1fr)] lg:items-start print:block">
        <Contents />
        <div>
          {sections.map(({ id, Section }) => (
            <Section key={id} />
          ))}
        </div>
      </div>
    </div>
  );
}

const icons: Record<AccountSection, ComponentType<{ size: number }>> = {
  profile: UserRound,
  'sign-in-methods': KeyRound,
  sessions: MonitorSmartphone,
  'connected-apps': Plug,
  activity: Clock,
};
const ids = sections.map(({ id }) => id);

function Contents() {
  const { t } = useTranslation('account');
  const current = useCurrentSection(ids);
  return (
    <SideNavigation
      className="lg:sticky lg:top-6 print:hidden"
      current={current}
      entries={ids.map((id) => {
        const Icon = icons[id];
        return { id, href: `#${id}`, label: t(`sections.${id}`), icon: <Icon size={20} /> };
      })}
      kind="location"
      label={t('contents')}
    />
  );
}
