// “My data”: the sessions of the user, this browser first. The user can end the others.
import type { OpenSession, SessionsResponse } from '@brama/contract/api/sessions';
import { SettingRow } from '@brama/ui/setting-row.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { useQuery } from '@tanstack/react-query';
import { Trans } from '../../../i18n/trans.tsx';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ListSection } from '../list-section.tsx';
import { useValueText } from '../profile-value.ts';
import { EndOtherSessions, EndSession } from './end-session.tsx';
import { sessionNames, sessionsQuery } from './sessions.ts';

export function SessionSection() {
  const { t } = useTranslation('profile');
  const query = useQuery(sessionsQuery);
  return (
    <ListSection
      id="sessions"
      notLoaded={t('sessions.not-loaded')}
      query={query}
      title={t('sessions.title')}
    >
      {(answer, onEnded) => <Sessions answer={answer} onEnded={onEnded} />}
    </ListSection>
  );
}

type SessionsProps = { answer: SessionsResponse; onEnded: () => void };

/** The list of sessions, with the buttons that end them. */
export function Sessions({ answer: { sessions: all, more }, onEnded }: SessionsProps) {
  const { t } = useTranslation('profile');
  const alone = all.length < 2;
  const names = sessionNames(all, t);
  return (
    <>
      <p className="mb-2 text-text-2 print:hidden">
        {t(alone ? 'sessions.only' : 'sessions.about')}
      </p>
      <ul className="divide-y divide-line">
        {all.map((session, index) => (
          <li key={session.id}>
            <Entry name={names[index] ?? ''} onEnded={onEnded} session={session} />
          </li>
        ))}
      </ul>
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
      action={current ? undefined : <EndSession name={name} onEnded={onEnded} session={session} />}
      state={
        <>
          {current ? <StatusChip kind="current">{t('sessions.here')}</StatusChip> : null}
          {sharedComputer ? <StatusChip kind="note">{t('sessions.shared')}</StatusChip> : null}
        </>
      }
      title={name}
    >
      <Moment at={since} words={`sessions.since.${method}`} />
      {current ? null : <Moment at={lastUsed} words="sessions.last-used" />}
    </SettingRow>
  );
}

type MomentProps = {
  at: string;
  words: `sessions.since.${OpenSession['method']}` | 'sessions.last-used';
};

function Moment({ at, words }: MomentProps) {
  const { t } = useTranslation('profile');
  const when = useValueText()(at);
  return (
    <p className="text-sm text-text-2">
      <Trans components={{ time: <time dateTime={at} /> }} text={t(words)} values={{ when }} />
    </p>
  );
}
