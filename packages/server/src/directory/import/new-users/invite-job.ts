// Looks every second for invitations of new users that are due, and sends them. After a refusal of the mail server it pauses.

import { startRepeating } from '../../../jobs/repeating.ts';
import { nextInvitation } from './invitation-store.ts';
import type { InviteJobDeps } from './send-invitations.ts';

const intervalMs = 1000;
const shortestPauseMs = 5000;
const longestPauseMs = 5 * 60_000;

/** Runs until stopped. After a refusal of the mail server it pauses, longer each time. */
export function startInviteJob(deps: InviteJobDeps): () => Promise<void> {
  const { db, now, log } = deps;
  let pauseMs = 0;
  let pausedUntil = 0;
  const pause = () => {
    pauseMs = Math.min(longestPauseMs, Math.max(shortestPauseMs, 2 * pauseMs));
    pausedUntil = now() + pauseMs;
  };
  return startRepeating({
    intervalMs,
    async work(isStopped) {
      if (now() < pausedUntil || !(await nextInvitation(db, now()))) return;
      // most processes never send one
      const { sendInvitations } = await import('./send-invitations.ts');
      if (await sendInvitations(deps, isStopped)) pauseMs = 0;
      else pause();
    },
    onFailure(err) {
      log.warn({ err }, 'invitations of imports failed');
      pause();
    },
  });
}
