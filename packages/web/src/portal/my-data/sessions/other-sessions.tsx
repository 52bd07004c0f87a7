// Offers to end the other sessions after the sign-in methods have changed. Hidden where there are none.
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { EndOtherSessions } from './end-session.tsx';
import { sessionsQuery } from './sessions.ts';

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
