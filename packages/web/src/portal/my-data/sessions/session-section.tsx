// The sessions of the user on the account page: this browser first, then by the day of the last use. The user can end the others.
import type { OpenSession, SessionsResponse } from '@brama/contract/api/sessions';
import { SettingRow } from '@brama/ui/setting-row.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { Trans } from '../../../i18n/trans.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { DayList } from '../../day-list.tsx';
import { DeviceIcon } from '../../device-icon.tsx';
import { Moment } from '../../moment.tsx';
import { fullText, timeText, useReader } from '../../moments.ts';
import { EndOtherSessions, EndSession } from './end-session.tsx';
import { sessionNames } from './sessions.ts';

type SessionsProps = { answer: SessionsResponse; onEnded: () => void };

/** The list of sessions, with the buttons that end them. */
export function Sessions({ answer: { sessions: all, more }, onEnded }: SessionsProps) {
  const { t } = useTranslation('profile');
  const alone = all.length < 2;
  const names = sessionNames(all, t);
  return (
    <>
      <p className="text-text-2 print:hidden">{t(alone ? 'sessions.only' : 'sessions.about')}</p>
      <DayList
        at={({ session }) => session.lastUsed}
        entries={all.map((session, index) => ({ session, name: names[index] ?? '' }))}
        keyOf={({ session }) => session.id}
      >
        {({ session, name }) => <Entry name={name} onEnded={onEnded} session={session} />}
      </DayList>
      {more > 0 ? (
        <p className="mt-4 text-sm text-text-2">{t('sessions.more', { count: more })}</p>
      ) : null}
      {alone ? null : <EndOtherSessions onEnded={onEnded} />}
    </>
  );
}

type EntryProps = { session: OpenSession; name: string; onEnded: () => void };

function Entry({ session, name, onEnded }: EntryProps) {
  const { t } = useTranslation('profile');
  const { current, method, sharedComputer, since, lastUsed } = session;
  return (
    <SettingRow
      icon={<DeviceIcon system={session.system ?? ''} />}
      action={current ? undefined : <EndSession name={name} onEnded={onEnded} session={session} />}
      state={
        <>
          {current ? <StatusChip kind="current">{t('sessions.here')}</StatusChip> : null}
          {sharedComputer ? <StatusChip kind="note">{t('sessions.shared')}</StatusChip> : null}
        </>
      }
      title={name}
    >
      <p className="text-sm text-text-2">
        {t(`sessions.since.${method}`)}, <Moment at={since} />
      </p>
      {current ? null : <LastUsed at={lastUsed} />}
    </SettingRow>
  );
}

/** The day is in the heading. */
function LastUsed({ at }: { at: string }) {
  const { t } = useTranslation(['profile', 'account']);
  const reader = useReader();
  return (
    <p className="text-sm text-text-2">
      <Trans
        components={{ time: <time dateTime={at} title={fullText(at, reader)} /> }}
        text={t('profile:sessions.last-used')}
        values={{ when: timeText(at, reader, t('account:just-now')) }}
      />
    </p>
  );
}
