// Props of the pages on which users get back into their account, and of the page of the secondary email address.

import { z } from 'zod';
import { missingConfirmation } from '../sign-in/confirmation.ts';

/** Why the server refused a form; otherwise empty. */
const message = z.string();
/** Identifies the user of the page. */
const userHash = z.string();

/** `waiting`: confirmed less than seven days ago. */
export const secondaryEmailStates = ['none', 'unconfirmed', 'waiting', 'usable'] as const;

export const recoveryProps = {
  /** Which options this instance has. They are the same for every user. */
  recovery: z.object({ email: z.boolean(), diia: z.boolean(), passkey: z.boolean() }),
  /** `username` is what the user has typed. */
  'recovery-email': z.object({ message, username: z.string() }),
  'recovery-sent': z.object({}),
  /** `code` is the code from the email if the form was sent without JavaScript. */
  'recovery-link': z.object({ message, code: z.string() }),
  'recovery-access-code': z.object({ message, username: z.string() }),
  /** The account that the user gets back into. `userHash` stands in the forms. `passkey`: a passkey can be added instead of a password. */
  'recovery-set-up': z.object({
    message,
    username: z.string(),
    userHash,
    minLength: z.number(),
    passkey: z.boolean(),
  }),
  'secondary-email': z.object({
    message,
    userHash,
    /** The stored address, or null. */
    email: z.string().nullable(),
    state: z.enum(secondaryEmailStates),
    /** The day from which the address is usable, in words; otherwise empty. */
    usableFrom: z.string(),
    /** The address that takes the place of `email` when it is usable. */
    next: z
      .object({ email: z.string(), state: z.enum(secondaryEmailStates), usableFrom: z.string() })
      .nullable(),
    /** What the user has typed. */
    typed: z.string(),
    /** Whether the session may change the address. */
    isRecent: z.boolean(),
    /** What it lacks otherwise. */
    missing: missingConfirmation,
  }),
  'secondary-email-confirm': z.object({ message, code: z.string() }),
  'secondary-email-confirmed': z.object({}),
};
