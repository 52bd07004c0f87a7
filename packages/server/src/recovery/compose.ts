// Composes account recovery: its stores, pages and emails.

import type { PageProps } from '@brama/contract/pages/page-props';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { deriveKey, type Keys } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import { AccessCodes } from '../factors/access-codes.ts';
import { SecondaryEmails, secondaryEmailState } from '../factors/secondary-emails.ts';
import type { CleanupTask } from '../jobs/cleanup-job.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Recovery } from './context.ts';
import { createRecoveryEmails } from './emails.ts';
import { RecoveryLinks } from './recovery-links.ts';
import { registerRecovery } from './routes.ts';
import { registerSecondaryEmail } from './secondary-email/routes.ts';

export function createRecoveryStores(db: Database, keys: Keys, now: () => number) {
  const keyFor = (purpose: string) => deriveKey(keys.data, purpose);
  return {
    secondaryEmails: new SecondaryEmails(db, now),
    links: new RecoveryLinks(db, { key: keyFor('recovery links'), now }),
    accessCodes: new AccessCodes({ key: keyFor('temporary access codes'), now }),
  };
}

type Deps = Omit<Recovery, 'mail' | 'leastLength'> & {
  config: Config;
  mail: { mailer: Mailer; jobQueue: JobQueue } | undefined;
};

export function composeRecovery({ config, mail, ...shared }: Deps) {
  const { stores } = shared;
  const emails = createRecoveryEmails({ site: shared.site, baseUrl: config.baseUrl });
  const recovery: Recovery = {
    ...shared,
    leastLength: config.passwordMinLength,
    mail: mail && { ...mail, emails },
  };
  const cleanupTasks: CleanupTask[] = [
    (most) => stores.secondaryEmails.deleteExpired(most),
    (most) => stores.secondaryEmails.replaceFormer(most),
  ];
  return {
    /** For the account page. Returns null if the server sends no email. */
    async findSecondaryEmail(userId: string): Promise<PageProps['account']['secondaryEmail']> {
      if (!recovery.mail) return null;
      const stored = await stores.secondaryEmails.find(userId);
      const { state } = secondaryEmailState(stored, shared.now());
      return { email: stored?.email ?? null, state };
    },
    cleanupTasks,
    async register(server: FastifyInstance) {
      await registerRecovery(server, recovery);
      if (recovery.mail) await registerSecondaryEmail(server, recovery, recovery.mail);
    },
  };
}
