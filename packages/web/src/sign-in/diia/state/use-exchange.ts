// The end of a sign-in: exchanges the ticket for a session and leaves for the applications.
import { isSharedComputer } from '@brama/contract/sign-in/return-params';
import { type Dispatch, useEffect } from 'react';
import { appsHref } from '../../../browser/address.ts';
import { forgetCodes } from '../../../browser/storage/kept-codes.ts';
import { rememberMethod } from '../../../browser/storage/last-method.ts';
import { useLanguage } from '../../../i18n/use-language.ts';
import { announce } from '../../../session/session-broadcast.ts';
import { startSession } from './diia-calls.ts';
import type { DiiaEvent } from './diia-state.ts';

export function useExchange(ticket: string | undefined, dispatch: Dispatch<DiiaEvent>): void {
  const language = useLanguage();
  useEffect(() => {
    if (ticket === undefined) return;
    const leaving = new AbortController();
    const sharedComputer = isSharedComputer(location.search);
    startSession({ sessionId: ticket, sharedComputer }, leaving.signal).then(
      () => {
        forgetCodes();
        if (!sharedComputer) rememberMethod('diia');
        announce('signed-in');
        // replaces the history entry, so that Back does not lead to a used code
        location.replace(appsHref(language, location.search));
      },
      () => {
        if (!leaving.signal.aborted) dispatch({ type: 'session-failed' });
      },
    );
    return () => leaving.abort();
  }, [ticket, language, dispatch]);
}
