// Props of the sign-in page.

import { z } from 'zod';
import { loginNotices, methodIds } from './login-page.ts';

export const signInProps = z.object({
  /** Those to show. */
  methods: z.array(z.enum(methodIds)),
  notice: z.enum(loginNotices),
  /** What the user typed before a failed attempt without JavaScript, else whom the application expects; may be empty. */
  username: z.string(),
  /** The sentence under the heading: it names the application the user is on the way to, if any. */
  lead: z.string(),
  /** With `signed-out-partly`: titles of the applications that could not be notified; otherwise empty. */
  untold: z.string(),
  /** With `throttled`: how long to wait, in words. */
  wait: z.string(),
  /** Where a form continues without the assurance level that an application prefers; empty if it prefers none. */
  continueHref: z.string(),
});
