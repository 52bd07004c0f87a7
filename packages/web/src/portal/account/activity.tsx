// What has happened to the account, the newest first, page by page. All of it is links and forms, which need no JavaScript.

import type { ActivityEvent } from '@brama/contract/api/activity';
import { accountPath, activityParameter } from '@brama/contract/pages/account/sections';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { usePageProps } from '../../browser/page-props.ts';
import { ForeignText } from '../../frame/foreign-text.tsx';
import { Trans } from '../../i18n/trans.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useValueText } from '../my-data/profile-value.ts';
import { NotMe } from './not-me.tsx';

export function Activity() {
  const { t } = useTranslation('account');
  const { activity } = usePageProps('account');
  const { events } = activity;
  return (
    <>
      <p className="mb-2 text-text-2">
        {t(events.length > 0 ? 'activity.about' : 'activity.none')}
      </p>
      <ul className="divide-y divide-line">
        {events.map((event) => (
          <li className="py-3 last:pb-0" key={event.id}>
            <Title event={event} />
            <Moment event={event} />
            <Place event={event} />
          </li>
        ))}
      </ul>
      <Pages older={activity.older} isFirst={activity.isFirst} />
      <NotMe recovery={activity.recovery} />
    </>
  );
}

function Title({ event: { kind, count, application, newBrowser, current } }: EventProps) {
  const { t } = useTranslation(['account', 'profile']);
  const isAboutApp = kind.startsWith('access-') || kind === 'data-released';
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
      <span className="wrap-anywhere">
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
      </span>
      {current ? <StatusChip kind="current">{t('profile:sessions.here')}</StatusChip> : null}
      {newBrowser ? <StatusChip kind="note">{t('account:activity.new-browser')}</StatusChip> : null}
    </p>
  );
}

type EventProps = { event: ActivityEvent };

function Moment({ event: { at, kind, method } }: EventProps) {
  const { t } = useTranslation(['account', 'profile']);
  const when = useValueText()(at);
  const text =
    kind === 'sign-in' && method !== null
      ? t(`profile:sessions.since.${method}`)
      : t('account:activity.at');
  return (
    <p className="text-sm text-text-2">
      <Trans components={{ time: <time dateTime={at} /> }} text={text} values={{ when }} />
    </p>
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
  const parts = [names, address].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return <p className="text-sm text-text-2 wrap-anywhere">{parts.join(', ')}</p>;
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
