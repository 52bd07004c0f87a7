// Every email of the product, with invented facts in the words of the product. A test compares their forms, and the gallery shows them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { approvalActions } from '@brama/contract/admin/user-access/approval-actions';
import { type AccountNotice, eventTable } from '@brama/contract/events/event-table';
import type { Instance } from '@brama/contract/instance';
import { type Language, languages } from '@brama/contract/paths';
import type { EventStore } from '../../src/events/store.ts';
import type { Email } from '../../src/mail/email.ts';
import { createAccountNotices } from '../../src/pages/emails/account-notices.ts';
import {
  createNotifyApprovers,
  createNotifyRolesSuspended,
} from '../../src/pages/emails/administrator-notices.ts';
import type { EmailSite } from '../../src/pages/emails/compose-email.ts';
import {
  createNotifyEndingAccess,
  createWarnOwners,
  createWarnSponsor,
} from '../../src/pages/emails/end-warnings.ts';
import { createSendImportNotice } from '../../src/pages/emails/import-notices.ts';
import { createTestEmail } from '../../src/pages/emails/test-email.ts';
import { createTranslate } from '../../src/pages/translate.ts';
import { createRecoveryEmails } from '../../src/recovery/emails.ts';
import { createPasswordEmails } from '../../src/sign-in/password/reset/emails.ts';
import { blankRow, factsFrom } from '../../src/users/columns.ts';
import type { UserStore } from '../../src/users/store.ts';
import type { User } from '../../src/users/user.ts';

export type SampleEmail = { name: string; language: Language; email: Email };

/** The secret of every link. */
export const sampleSecret = 'hVYtq3Jc0r6sWm2nPz8kLx1bD5fGa7uQeTiRoYwCvM4';

const locales = join(import.meta.dirname, '../../../web/locales');
const organisations: Record<Language, string> = {
  uk: 'Політехнічний університет',
  en: 'Polytechnic University',
};
const at = Date.parse('2026-09-01T08:30:00Z');

function sampleSite(): EmailSite {
  const words = (language: Language, namespace: string) =>
    JSON.parse(readFileSync(join(locales, language, `${namespace}.json`), 'utf8')) as unknown;
  const instanceIn = (language: Language): Instance => ({
    organisation: organisations[language],
    host: 'id.campus.example',
    contact: { href: 'mailto:help@campus.example', text: 'help@campus.example' },
    bots: {},
  });
  return {
    translate: createTranslate(words),
    instance: { uk: instanceIn('uk'), en: instanceIn('en') },
  };
}

const user: User = {
  ...factsFrom(blankRow),
  id: 'u',
  username: 's.bondarenko',
  fullName: 'Бондаренко Софія',
  email: 's.bondarenko@campus.example',
  groups: [],
  disabled: false,
};

/** Resolves to the emails that `send` adds to the job queue. */
async function sentBy(
  language: Language,
  send: (deps: Parameters<typeof createAccountNotices>[0]) => void,
): Promise<Email[]> {
  const emails: Email[] = [];
  const jobs: Promise<void>[] = [];
  send({
    site: sampleSite(),
    baseUrl: 'https://id.campus.example',
    mail: {
      mailer: {
        async send(email) {
          emails.push(email);
          return undefined;
        },
        close: () => undefined,
      },
      jobQueue: {
        add: (_kind, _requester, job) => void jobs.push(Promise.resolve(job())),
        stop: async () => undefined,
        finish: async () => undefined,
      },
    },
    // as the emails use them
    users: {
      byId: async () => user,
      findByEmail: async () => [{ user, hasOther: false }],
    } as Partial<UserStore> as UserStore,
    events: { languageOf: async () => language } as Partial<EventStore> as EventStore,
    limits: { take: async () => 0 },
    now: () => at,
  });
  await Promise.all(jobs);
  return emails;
}

const notices: readonly AccountNotice[] = Object.values(eventTable).flatMap((event) =>
  'notices' in event ? event.notices : [],
);

async function samplesIn(language: Language): Promise<SampleEmail[]> {
  const samples: SampleEmail[] = [];
  const add = (name: string, email: Email) => void samples.push({ name, language, email });
  const addSent = async (name: string, send: Parameters<typeof sentBy>[1]) => {
    for (const email of await sentBy(language, send)) add(name, email);
  };
  const origin = {
    network: '203.0.113.7',
    label: { browser: 'Firefox', system: 'Windows' },
  } as const;
  for (const notice of notices)
    await addSent(`notice-${notice}`, (deps) =>
      createAccountNotices(deps).notifyUser(notice, { userId: user.id, language, origin }),
    );
  await addSent('notice-account-secured-waits', (deps) =>
    createAccountNotices(deps).notifyUser('account-secured', {
      userId: user.id,
      language,
      hasEndedOthers: true,
      factorsCountFrom: at,
    }),
  );
  for (const action of approvalActions)
    await addSent(`approval-${action.replace('.', '-')}`, (deps) =>
      createNotifyApprovers(deps)([user.id], {
        action,
        username: 'p.koval',
        requestedBy: 'm.tkachenko',
        expiresAt: at,
      }),
    );
  await addSent('roles-suspended', (deps) =>
    createNotifyRolesSuspended(deps)([user.id], { username: 'p.koval', until: at }),
  );
  await addSent('ending-guest', (deps) =>
    createWarnSponsor(deps)({
      sponsorId: user.id,
      username: 'guest.lviv',
      fullName: 'Ковальчук Андрій',
      validUntil: at,
    }),
  );
  for (const outcome of [
    { state: 'waiting', stops: [{ code: 'too-many-leavers', count: 412, limit: 90 }] },
    { state: 'failed', error: 'unknown-encoding' },
    { state: 'done' },
  ] as const)
    await addSent(`import-${outcome.state}`, (deps) =>
      createSendImportNotice(deps)?.([user.email ?? ''], {
        importId: '0b9e4f0e-6a3c-4f5e-9d57-3f0c1a2b7d11',
        title: { uk: 'Студенти', en: 'Students' },
        fileName: 'students.csv',
        startedAt: at,
        counts: { created: 36, changed: 118, left: 412, rejected: 7, waiting: 2 },
        ...outcome,
      }),
    );
  for (const endsAccount of [true, false])
    await addSent(endsAccount ? 'ending-account' : 'ending-groups', (deps) =>
      createNotifyEndingAccess(deps)({
        userId: user.id,
        endsAt: at,
        endsAccount,
        groups: { uk: ['Студенти', 'Фізичний факультет'], en: ['Students', 'Faculty of Physics'] },
      }),
    );
  await addSent('ending-secret', (deps) =>
    createWarnOwners(deps)({
      ownerIds: [user.id],
      title: { uk: 'Розклад', en: 'Timetable' },
      name: 'server-2026',
      expiresAt: at,
    }),
  );
  const written = { site: sampleSite(), baseUrl: 'https://id.campus.example' };
  const passwords = createPasswordEmails(written);
  const link = { token: sampleSecret, expiresAt: at };
  add('password-reset', passwords.reset(user, language, sampleSecret));
  add('password-changed', passwords.changed(user, language));
  add('password-invitation', passwords.invitation(user, language, link));
  add('test', createTestEmail(written, 'm.tkachenko@campus.example', language, at));
  const recovery = createRecoveryEmails(written);
  const to = { user, language, to: 'sofiia@mail.example' };
  add('recovery', recovery.recovery(to, sampleSecret));
  add('secondary-email', recovery.confirmation(to, sampleSecret));
  if (language === languages[0])
    add('password-invitation-both', passwords.invitation(user, undefined, link));
  return samples;
}

export async function sampleEmails(): Promise<SampleEmail[]> {
  return (await Promise.all(languages.map(samplesIn))).flat();
}
