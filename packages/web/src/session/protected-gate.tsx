// Renders its children for a signed-in user only. Without a session it leads to the sign-in page and keeps the return
// parameters. Other errors are shown and can be retried. If the session belongs to another user, a notice replaces
// the page.
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { signedOutHref, signInHref } from '../browser/address.ts';
import { isSignedOut } from '../browser/api.ts';
import { LoadError } from '../frame/errors/load-error.tsx';
import { Loading } from '../frame/loading.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import { onNewsElsewhere } from './session-broadcast.ts';
import { UserGate } from './user-gate.tsx';
import { CurrentUser, userQuery } from './user-query.ts';

type ProtectedGateProps = { skeleton: ReactNode; heading: string; children: ReactNode };

export function ProtectedGate({ skeleton, heading, children }: ProtectedGateProps) {
  const { data: user, error, isFetching, refetch } = useQuery(userQuery);
  const language = useLanguage();
  const signedOut = isSignedOut(error);
  const hadSession = user !== undefined;

  useEffect(() => {
    if (signedOut) location.replace(signInHref(language, location.search, hadSession));
  }, [signedOut, language, hadSession]);

  useEffect(
    () => onNewsElsewhere('signed-out', () => location.replace(signedOutHref(language))),
    [language],
  );

  const leave = () => location.replace(signInHref(language, location.search, true));

  if (signedOut || (!user && isFetching)) return <Loading heading={heading}>{skeleton}</Loading>;
  if (!user) return <LoadError error={error} heading={heading} onRetry={() => void refetch()} />;
  return (
    <UserGate onSignedOut={leave} userHash={user.userHash}>
      <CurrentUser value={user}>{children}</CurrentUser>
    </UserGate>
  );
}
