// Emails about what has happened to an account, as other areas ask for them.

import type { AccountNotice } from '@brama/contract/events/event-table';
import type { Language } from '@brama/contract/paths';
import type { EventOrigin } from './event.ts';

/** What the email says besides the event. */
export type NoticeDetails = {
  /** The secondary address of the user, which gets a copy. */
  alsoTo?: string | undefined;
  /** The address before, which gets a copy. */
  formerEmail?: string | undefined;
  /** The other sessions of the user have ended. */
  hasEndedOthers?: boolean | undefined;
  /** From when second factors count that the user adds now; undefined for at once. */
  factorsCountFrom?: number | undefined;
};

export type NoticeAbout = NoticeDetails & {
  userId: string;
  /** The language of the page on which it happened, for a user who has never signed in. */
  language: Language;
  /** Undefined for an action of an administrator, which has no browser. */
  origin?: EventOrigin | undefined;
};

/** Sends an email to the user later. Never throws. */
export type NotifyUser = (notice: AccountNotice, about: NoticeAbout) => void;

const dayMs = 24 * 3_600_000;

/** How long a stored notice waits for a server that sends it. A server without email sends none; a later email would only confuse. */
export const queuedNoticeMs = 7 * dayMs;
