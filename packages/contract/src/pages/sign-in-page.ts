// Props of the sign-in page.

import { z } from 'zod';
import { loginNotices, methodIds } from './login-page.ts';

export const signInProps = z.object({
  /** The methods to show. */
  methods: z.array(z.enum(methodIds)),
  notice: z.enum(loginNotices),
  /**
   * The username typed in a failed form without JavaScript; otherwise the one that the application suggests
   * (`login_hint`); may be empty.
   */
  username: z.string(),
  /** The application that the user continues to. `plate`: number of the colour behind its icon; null for a picture of its own. */
  application: z
    .object({
      title: z.string(),
      icon: z.string().optional(),
      plate: z.number().nullable(),
    })
    .nullable(),
  /** The text under the heading, after the name of the organisation: what the account is for, and what the application requires. */
  lead: z.string(),
  /** With `signed-out-partly`: titles of the applications that could not be notified; otherwise empty. */
  untold: z.string(),
  /** Whether “This is a shared computer” is checked. */
  sharedComputer: z.boolean(),
  /** How long a session on a shared computer lasts without use, in words. */
  sharedIdle: z.string(),
  /** With `throttled`: how long to wait, in words. */
  wait: z.string(),
  /**
   * Target of the form “Continue without Diia”: the sign-in without the level that an application prefers. Empty if it
   * prefers none.
   */
  continueHref: z.string(),
});
