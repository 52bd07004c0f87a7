// Fetches the ticket response for the received ticket and notifies the wizard that waits for it. Hides the data after
// a sign-out in another tab.

import type { TicketResponse } from '@brama/contract/api/ticket';
import { paths } from '@brama/contract/paths';
import { usePageRestored } from '@brama/ui/hooks/use-page-restored.ts';
import { useCallback, useEffect, useState } from 'react';
import { call, RequestFailed } from '../../browser/api.ts';
import { readAccount } from '../../browser/page-data.ts';
import {
  forgetTicket,
  type ReceivedTicket,
  receivedTicket,
} from '../../browser/storage/received-ticket.ts';
import { onNewsElsewhere } from '../../session/session-broadcast.ts';
import { tellTrial } from '../preview/trial-broadcast.ts';

export type Received =
  | { kind: 'asking' }
  /** `name`: the user, in the language of the page. */
  | { kind: 'answered'; answer: TicketResponse; state: string | null; name: string }
  /** No ticket, or none that is still good here. */
  | { kind: 'nothing' }
  | { kind: 'failed'; error: unknown };

async function ask({ ticketId, state }: ReceivedTicket, signal: AbortSignal): Promise<Received> {
  try {
    const failure = 'no answer to the ticket';
    const request = { method: 'POST', body: { ticketId }, failure, signal } as const;
    const answer = (await call(paths.sandboxTicket, request)) as TicketResponse;
    // the server accepts a ticket from its own user only, whom the page names in its language
    const name = readAccount()?.fullName ?? answer.data.NAME;
    return { kind: 'answered', answer, state, name };
  } catch (error) {
    const isRefused = error instanceof RequestFailed && error.code === 'application.ticket-refused';
    return isRefused ? { kind: 'nothing' } : { kind: 'failed', error };
  }
}

function take(received: Received) {
  if (received.kind === 'nothing') forgetTicket();
  if (received.kind !== 'answered' || received.state === null) return;
  tellTrial({ trial: received.state, name: received.name });
}

export function useReceived(): { received: Received; askAgain: () => void } {
  const [received, setReceived] = useState<Received>({ kind: 'asking' });
  const [round, setRound] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` counts retries: changing it runs the request again
  useEffect(() => {
    const ticket = receivedTicket();
    if (!ticket) {
      setReceived({ kind: 'nothing' });
      return;
    }
    const leaving = new AbortController();
    void ask(ticket, leaving.signal).then((answer) => {
      if (leaving.signal.aborted) return;
      take(answer);
      setReceived(answer);
    });
    return () => leaving.abort();
  }, [round]);

  const askAgain = useCallback(() => {
    setReceived({ kind: 'asking' });
    setRound((before) => before + 1);
  }, []);
  // a page restored by Back may show a user who has signed out since
  usePageRestored(askAgain);
  useEffect(
    () =>
      onNewsElsewhere('signed-out', () => {
        forgetTicket();
        askAgain();
      }),
    [askAgain],
  );
  // another user may have signed in
  useEffect(() => onNewsElsewhere('signed-in', askAgain), [askAgain]);
  return { received, askAgain };
}
