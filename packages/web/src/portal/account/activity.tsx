// What has happened to the account, the newest first, by day and page by page. All of it is links and forms, which need no JavaScript.

import type { ActivityEvent } from '@brama/contract/api/activity';
import { accountPath, activityParameter } from '@brama/contract/pages/account/sections';
import { SettingRow } from '@brama/ui/setting-row.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { usePageProps } from '../../browser/page-props.ts';
import { ForeignText } from '../../frame/foreign-text.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { DayList } from '../day-list.tsx';
import { DeviceIcon } from '../device-icon.tsx';
import { Moment } from '../moment.tsx';
import { NotMe } from './not-me.tsx';

export function Activity() {
  const { t } = useTranslation('account');
  const { activity } = usePageProps('account');
  const { events } = activity;
  return (
    <>
      <p className="text-text-2">{t(events.length > 0 ? 'activity.about' : 'activity.none')}</p>
      <DayList at={({ at }) => at} entries={events} keyOf={({ id }) => id}>
        {(event) => <Entry event={event} />}
      </DayList>
      <Pages older={activity.older} isFirst={activity.isFirst} />
      <NotMe recovery={activity.recovery} />
    </>
  );
}

function Entry({ event }: { event: ActivityEvent }) {
  const { t } = useTranslation(['account', 'profile']);
  const { current, newBrowser } = event;
  return (
    <SettingRow
      icon={<DeviceIcon system={event.system} />}
      state={
        <>
          {current ? <StatusChip kind="current">{t('profile:sessions.here')}</StatusChip> : null}
          {newBrowser ? (
            <StatusChip kind="note">{t('account:activity.new-browser')}</StatusChip>
          ) : null}
        </>
      }
      title={<Title event={event} />}
    >
      <p className="text-sm text-text-2 wrap-anywhere">
        <Moment at={event.at} isUnderDay />
        <Place event={event} />
      </p>
    </SettingRow>
  );
}

type EventProps = { event: ActivityEvent };

function Title({ event: { kind, count, application, method } }: EventProps) {
  const { t } = useTranslation(['account', 'profile']);
  if (kind === 'sign-in' && method !== null) return t(`profile:sessions.since.${method}`);
  const isAboutApp = kind.startsWith('access-') || kind === 'data-released';
  return (
    <>
      {t(`account:activity.kinds.${kind}`, { count })}
      {isAboutApp ? (
        <>
          {': '}
          {application === null ? (
            t('account:activity.gone')
          ) : (
            <ForeignText>{application}</ForeignText>
          )}
        </>
      ) : null}
    </>
  );
}

/** The browser and the network, if they are known. */
function Place({ event: { browser, system, network } }: EventProps) {
  const { t } = useTranslation(['account', 'profile']);
  const names =
    browser !== null && system !== null
      ? t('profile:sessions.on', { browser, system })
      : (browser ?? system);
  const address = network === null ? null : t('account:activity.network', { network });
  return [names, address].filter((part) => part !== null).map((part) => ` · ${part}`);
}

function Pages({ older, isFirst }: { older: string | null; isFirst: boolean }) {
  const { t } = useTranslation('account');
  const page = `/${useLanguage()}/${accountPath}`;
  const link = `${textLink} inline-flex min-h-11 items-center`;
  if (older === null && isFirst) return null;
  return (
    <nav
      aria-label={t('activity.pages')}
      className="mt-3 flex flex-wrap gap-x-6 gap-y-1 print:hidden"
    >
      {isFirst ? null : (
        <a className={link} href={`${page}#activity`}>
          {t('activity.newest')}
        </a>
      )}
      {older === null ? null : (
        <a className={link} href={`${page}?${activityParameter}=${older}#activity`}>
          {t('activity.older')}
        </a>
      )}
    </nav>
  );
}
