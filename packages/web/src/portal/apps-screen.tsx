// The applications of the user. Opens one of them when the address names it. The server has decided which.

import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { signedOutHref, signInHref, withoutCarried } from '../browser/address.ts';
import { usePageProps } from '../browser/page-props.ts';
import { useReplaceQuery } from '../frame/navigation/replace-query.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { onNewsElsewhere } from '../session/session-broadcast.ts';
import { UserGate } from '../session/user-gate.tsx';
import { Applications } from './applications.tsx';
import { OpeningApp } from './opening-app.tsx';

export function Screen() {
  const props = usePageProps('apps');
  const { user, opening, missing, offersPasskey } = props;
  const language = useLanguage();
  const replaceQuery = useReplaceQuery();
  const [isRestored, setRestored] = useState(false);
  const [Offer, setOffer] = useState<ComponentType<{ onClose: () => void }>>();

  const openApp = () => {
    if (opening) location.replace(opening.href);
  };
  const arrive = useEffectEvent(async () => {
    if (!offersPasskey) return openApp();
    try {
      const { PasskeyOffer, canAddHere } = await import('./passkeys/passkey-offer.tsx');
      if (await canAddHere()) return setOffer(() => PasskeyOffer);
    } catch {
      // no connection: the next sign-in offers it
    }
    openApp();
  });
  useEffect(() => {
    // removed first, so that a reload or Back does not open the application again
    replaceQuery(withoutCarried(location.search));
    void arrive();
  }, [replaceQuery]);
  usePageRestored(() => setRestored(true));

  useEffect(
    () => onNewsElsewhere('signed-out', () => location.replace(signedOutHref(language))),
    [language],
  );
  const leave = () => location.replace(signInHref(language, location.search, true));
  const closeOffer = () => {
    setOffer(undefined);
    openApp();
  };

  return (
    <UserGate onSignedOut={leave} shown={props} userHash={user.userHash}>
      {opening && !isRestored ? (
        <OpeningApp {...opening} />
      ) : (
        <Applications missing={isRestored ? undefined : missing} />
      )}
      {Offer ? <Offer onClose={closeOffer} /> : null}
    </UserGate>
  );
}
