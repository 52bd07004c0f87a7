// Shows its children while the session belongs to their user, then a notice that it no longer does.
import { type ReactNode, useEffect, useRef } from 'react';
import { Screen as UserChanged } from '../errors/user-changed.tsx';
import { usePageTitle } from '../frame/navigation/use-page-title.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useUserCheck } from './use-user-check.ts';
import type { ShownUser } from './user-query.ts';

type UserGateProps = {
  /** Hash of the id of the user for whom the page was rendered. */
  userHash: string;
  /** Called when a check finds no session. */
  onSignedOut: () => void;
  /** What the page shows of the user. */
  shown?: ShownUser;
  children: ReactNode;
};

export function UserGate({ userHash, onSignedOut, shown, children }: UserGateProps) {
  const { t } = useTranslation('errors');
  const askUser = () =>
    import('./user-query.ts').then(({ queryUser }) => shown && queryUser(shown, onSignedOut, t));
  return useUserCheck(userHash, onSignedOut, shown && askUser) ? <Notice /> : children;
}

function Notice() {
  const { t } = useTranslation('errors');
  const place = useRef<HTMLDivElement>(null);
  usePageTitle(t('user-changed.title'));
  // the focused element has disappeared
  useEffect(() => place.current?.querySelector('h1')?.focus(), []);
  return (
    <div ref={place} role="alert">
      <UserChanged />
    </div>
  );
}
