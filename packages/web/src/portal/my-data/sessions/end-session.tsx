// Ends one session, or all others, after a confirmation.
import type { OpenSession } from '@brama/contract/api/sessions';
import { paths } from '@brama/contract/paths';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { AskFirst } from '../ask-first.tsx';
import { useValueText } from '../profile-value.ts';
import { useEnding } from '../use-ending.ts';
import { endOtherSessions, endSession, sessionsQuery } from './sessions.ts';

type EndSessionProps = { session: OpenSession; name: string; onEnded: () => void };

export function EndSession({ session, name, onEnded }: EndSessionProps) {
  const { t } = useTranslation('profile');
  const when = useValueText()(session.lastUsed);
  const deed = useEnding({
    end: () => endSession(session.id),
    queryKey: sessionsQuery.queryKey,
    words: t('sessions.ended'),
    onEnded,
  });
  return (
    <AskFirst
      deed={deed}
      form={{ action: paths.endSession, field: ['session', session.id] }}
      label={t('sessions.end', { where: name, when })}
      words={{
        deed: t('sessions.end-short'),
        question: t('sessions.question', { where: name }),
        keep: t('sessions.keep'),
        failed: t('sessions.not-ended'),
      }}
    />
  );
}

export function EndOtherSessions({ onEnded }: { onEnded: () => void }) {
  const { t } = useTranslation('profile');
  const deed = useEnding({
    end: endOtherSessions,
    queryKey: sessionsQuery.queryKey,
    words: t('sessions.others-ended'),
    onEnded,
  });
  return (
    <AskFirst
      className="mt-4 border-line border-t pt-4"
      deed={deed}
      form={{ action: paths.endOtherSessions }}
      words={{
        deed: t('sessions.others'),
        question: t('sessions.others-question'),
        keep: t('sessions.keep'),
        failed: t('sessions.others-not-ended'),
      }}
    />
  );
}

/** Offers to end the other sessions after the sign-in methods have changed. Hidden where there are none. */
export function OtherSessions({ onEnded }: { onEnded: () => void }) {
  const { t } = useTranslation('profile');
  const { data } = useQuery(sessionsQuery);
  if (!data?.sessions.some(({ current }) => !current)) return null;
  return (
    <div className="mt-5 w-full rounded-control border border-transparent bg-info-tint p-4 text-info-ink">
      <p>{t('google.others')}</p>
      <EndOtherSessions onEnded={onEnded} />
    </div>
  );
}
