// The applications of the user. Opens one of them when the address names it. The server has decided which.

import { useEffect, useState } from 'react';
import { signedOutHref, signInHref, withoutCarried } from '../browser/address.ts';
import { usePageProps } from '../browser/page-props.ts';
import { useReplaceQuery } from '../frame/navigation/replace-query.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { onNewsElsewhere } from '../session/session-broadcast.ts';
import { UserGate } from '../session/user-gate.tsx';
import { usePageRestored } from '../ui/hooks/use-page-restored.ts';
import { Applications } from './applications.tsx';
import { OpeningApp } from './opening-app.tsx';

export function Screen() {
  const { user, opening, isUnknown } = usePageProps('apps');
  const language = useLanguage();
  const replaceQuery = useReplaceQuery();
  const [isRestored, setRestored] = useState(false);

  useEffect(() => {
    // removed first, so that a reload or Back does not open the application again
    replaceQuery(withoutCarried(location.search));
    if (opening) location.replace(opening.href);
  }, [opening, replaceQuery]);
  usePageRestored(() => setRestored(true));

  useEffect(
    () => onNewsElsewhere('signed-out', () => location.replace(signedOutHref(language))),
    [language],
  );
  const leave = () => location.replace(signInHref(language, location.search, true));

  return (
    <UserGate onSignedOut={leave} userHash={user.userHash}>
      {opening && !isRestored ? (
        <OpeningApp {...opening} />
      ) : (
        <Applications unknown={isUnknown && !isRestored} />
      )}
    </UserGate>
  );
}
