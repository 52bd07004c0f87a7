// Emails about what has happened to an account: the first sign-in, one from a new browser, and changes of the ways to sign in. Each
// says what to do if it was not the user. They are sent after the response, and only if email is configured.

import { setImmediate } from 'node:timers/promises';
import type { AccountNotice } from '@brama/contract/events/event-table';
import { accountPath, accountSectionPath } from '@brama/contract/pages/account/sections';
import type { Language } from '@brama/contract/paths';
import type { EventOrigin } from '../../events/event.ts';
import type { NoticeAbout, NotifyUser } from '../../events/notice.ts';
import type { EventStore } from '../../events/store.ts';
import { requesterFor } from '../../jobs/fair-queue.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import type { Email, EmailFact } from '../../mail/email.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Rate } from '../../rate-limits/limit-kinds.ts';
import type { RateLimits } from '../../rate-limits/rate-limits.ts';
import type { UserStore } from '../../users/store.ts';
import type { User } from '../../users/user.ts';
import { createEmailComposer, type EmailSite, timeIn } from './compose-email.ts';

/** Sends an email about what has happened at this time. Resolves when the mail server has accepted or rejected it. */
export type SendNotice = (notice: AccountNotice, about: NoticeAbout, at: number) => Promise<void>;

type Deps = {
  site: EmailSite;
  baseUrl: string;
  /** Undefined if email is off. */
  mail: { mailer: Mailer; jobQueue: JobQueue } | undefined;
  users: UserStore;
  events: EventStore;
  limits: Pick<RateLimits, 'take'>;
  now: () => number;
};

/** Private windows and shared computers are new browsers each time. */
const newBrowserEmails: Rate = {
  kind: 'rate',
  name: 'new-browser-email',
  max: 6,
  perMs: 24 * 3_600_000,
  burst: 3,
};

/** `sendNotice` is undefined if email is off; then `notifyUser` does nothing. */
export function createAccountNotices(deps: Deps): {
  notifyUser: NotifyUser;
  sendNotice: SendNotice | undefined;
} {
  const { site, baseUrl, mail, users, events, limits, now } = deps;
  const { compose, contactIn, fact, time } = createEmailComposer({ site, baseUrl });

  function placeIn(language: Language, { label, network }: EventOrigin): EmailFact[] {
    const { browser, system } = label;
    const names = [browser, system].filter((name) => name !== null).join(', ');
    const unknown = site.translate(language)('mail:notice.unknown-browser');
    return [fact(language, 'browser', names || unknown), fact(language, 'network', network)];
  }

  type Happened = { user: User; language: Language; about: NoticeAbout; at: number };

  function factsOf({ user, language, about, at }: Happened): EmailFact[] {
    return [
      fact(language, 'username', user.username),
      time(language, 'when', at),
      ...(about.origin ? placeIn(language, about.origin) : []),
    ];
  }

  /** How to get in again, a second way, and help. */
  function welcomeIn(language: Language): Email['paragraphs'] {
    const t = site.translate(language);
    const page = `${baseUrl}/${language}/`;
    return [
      t('mail:notice.welcome.again', { page }),
      t('mail:notice.welcome.second-way'),
      { label: t('mail:notice.welcome.link'), href: `${baseUrl}/${language}/${accountPath}` },
      t('mail:notice.welcome.help', { contact: contactIn(language) }),
      t('mail:notice.welcome.not-you'),
    ];
  }

  function paragraphsOf(
    notice: AccountNotice,
    { user, language, about }: Happened,
  ): Email['paragraphs'] {
    const t = site.translate(language);
    const text = t(`mail:notice.${notice}.text`, { username: user.username });
    if (notice === 'welcome') return [text, ...welcomeIn(language)];
    const { factorsCountFrom: countFrom } = about;
    return [
      text,
      ...(about.hasEndedOthers ? [t('mail:notice.others-ended')] : []),
      ...(countFrom ? [t('mail:notice.factors-wait', { when: timeIn(language, countFrom) })] : []),
      {
        label: t('mail:notice.link'),
        href: `${baseUrl}/${language}/${accountSectionPath('activity')}`,
      },
      t('mail:notice.not-you', { contact: contactIn(language) }),
    ];
  }

  async function send(mailer: Mailer, notice: AccountNotice, about: NoticeAbout, at: number) {
    const user = await users.byId(about.userId);
    if (!user || user.disabled) return;
    const addresses = [user.email, about.alsoTo, about.formerEmail].filter(
      (one) => typeof one === 'string',
    );
    if (addresses.length === 0) return;
    const limit = newBrowserEmails;
    if (notice === 'new-browser' && (await limits.take({ limit, subject: user.id })) > 0) return;
    // another person may have sent the request
    const language = (await events.languageOf(user.id)) ?? about.language;
    for (const to of addresses) {
      const happened = { user, language, about, at };
      await mailer.send(
        compose({ ...user, email: to }, language, {
          subject: site.translate(language)(`mail:notice.${notice}.subject`),
          paragraphs: paragraphsOf(notice, happened),
          facts: factsOf(happened),
          isSecondary: to === about.alsoTo && to !== user.email,
        }),
      );
    }
  }

  if (!mail) return { notifyUser: () => undefined, sendNotice: undefined };
  const { mailer, jobQueue } = mail;
  const sendNotice: SendNotice = async (notice, about, at) => {
    // requests that wait come first
    await setImmediate();
    await send(mailer, notice, about, at);
  };
  return {
    notifyUser(notice, about) {
      const at = now();
      jobQueue.add('notice', requesterFor(about.userId), () => sendNotice(notice, about, at));
    },
    sendNotice,
  };
}
