// Says that the page cannot go on: the session has ended, or belongs to another user.
import { SessionEnded } from '@brama/ui/session-ended.tsx';
import { useEffect, useRef } from 'react';
import type { SessionState } from '../api/session.ts';
import { wordsOf } from '../i18n/words.ts';
import { fullName, language } from '../page-data.ts';

export function SessionNotice({ state }: { state: Exclude<SessionState, 'open'> }) {
  const t = wordsOf('shell');
  const notice = useRef<HTMLDivElement>(null);
  // the form in which the user works may be far below
  useEffect(() => notice.current?.scrollIntoView({ block: 'center' }), []);
  // the server asks for a sign-in and leads back to this address
  const here = location.pathname + location.search;
  const href = state === 'suspended' ? `/${language}/account` : here;
  return (
    <div className="mb-6 max-w-dialog" ref={notice} role="alert">
      <SessionEnded
        action={t(`session.${state}.action`)}
        href={href}
        onClick={(event) => {
          if (state === 'suspended') return;
          // the same address, but from the server
          event.preventDefault();
          location.assign(here);
        }}
        text={t(`session.${state}.text`, { name: fullName })}
        title={t(`session.${state}.title`)}
      />
    </div>
  );
}
