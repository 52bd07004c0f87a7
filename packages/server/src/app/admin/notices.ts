// Composes the emails to owners of applications, to sponsors of guests and to administrators.

import { warnOfEndingSecrets } from '../../applications/secrets/expiry-warnings.ts';
import type { CleanupTask } from '../../jobs/cleanup-job.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { createWarnOwners, createWarnSponsor } from '../../pages/emails/end-warnings.ts';
import type { NoticeDeps } from '../../pages/emails/send-notices.ts';
import { warnOfEndingGuests } from '../../users/lifecycle/guest-warnings.ts';
import type { Core } from '../core.ts';
import type { ServerDeps } from '../deps.ts';

export function createNoticeDeps(
  { config, mailer, site }: ServerDeps,
  { events, users }: Core,
  jobQueue: JobQueue,
): NoticeDeps {
  return {
    site,
    baseUrl: config.baseUrl,
    mail: mailer && { mailer, jobQueue },
    users,
    events: events.store,
  };
}

/** Returns what runs every minute, like the cleanup; it deletes nothing. */
export function createWarnings(deps: ServerDeps, core: Core, jobQueue: JobQueue): CleanupTask[] {
  const { db, now } = deps;
  const notices = createNoticeDeps(deps, core, jobQueue);
  const warnOwners = createWarnOwners(notices);
  const warnSponsor = createWarnSponsor(notices);
  return [
    async () => {
      await warnOfEndingSecrets({ db, now, warn: warnOwners, applications: core.applications.all });
      return 0;
    },
    async () => {
      await warnOfEndingGuests({ db, now, warn: warnSponsor });
      return 0;
    },
  ];
}
