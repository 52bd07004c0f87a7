// Requests and responses of sign-in with Google, and of linking a Google account in "My data".

import { z } from 'zod';
import { missingConfirmation } from '../confirmation.ts';
import { googleAuthPage, googleLinkPage } from './method.ts';

/** Props of the pages: the parameters of Google's response, and the way to Google. */
export const googleProps = {
  [googleAuthPage]: z.object({ code: z.string(), state: z.string(), issuer: z.string() }),
  /** `href` is the address at Google. */
  [googleLinkPage]: z.object({ href: z.string() }),
};

/** The parameters that Google appends to `/google-auth`. `iss` comes from issuers that support RFC 9207. */
export const googleAuthQuery = z.object({
  code: z.string().max(2048).optional(),
  state: z.string().max(8192).optional(),
  iss: z.string().max(2048).optional(),
});

/** GET `googleLink`: the Google account linked to the signed-in user. */
export const googleLinkResponse = z.object({
  /** `null` without a linked account. `email` is the address at the time of linking, `since` ISO 8601 in UTC. */
  linked: z.object({ email: z.string().nullable(), since: z.string() }).nullable(),
  /** The user has no other sign-in method. The server refuses to unlink. */
  lastWayIn: z.boolean(),
  /** The session may link and unlink. */
  fresh: z.boolean(),
  /** What it lacks otherwise. */
  missing: missingConfirmation,
});
export type GoogleLinkResponse = z.infer<typeof googleLinkResponse>;

/** POST `googleLink` starts linking: the browser navigates to `address`. DELETE unlinks. */
export const googleLinkStartResponse = z.object({ address: z.string() });
export type GoogleLinkStartResponse = z.infer<typeof googleLinkStartResponse>;
