// Props of the applications page.

import { z } from 'zod';
import { userResponse } from '../api/user.ts';
import { contact } from './interaction-pages.ts';

const portalProps = z.object({
  /** Ids of the favourites. */
  favorites: z.array(z.string()),
  /** Ids of launched applications, the last one first. */
  recent: z.array(z.string()),
  /** Categories of the applications, in the order of the page. */
  categories: z.array(z.string()),
  /** The searched text; empty for none. */
  search: z.string(),
  /** How many applications the user has, also those that the page does not show. */
  count: z.number(),
  /** How many of them were found, if the server searched. */
  found: z.number(),
});
export type PortalProps = z.infer<typeof portalProps>;

/** An application that the query names and that the list does not have. */
const missingApplication = z.object({
  /** Missing for an unknown id. */
  title: z.string().optional(),
  /** `opens-elsewhere`: the user has access, but the application cannot be opened from a page, as that of a device. */
  reason: z.enum(['no-access', 'opens-elsewhere', 'unknown']),
  contact,
  /** The reference code of the request, which the log has too. */
  reference: z.string(),
});
export type MissingApplication = z.infer<typeof missingApplication>;

export const appsProps = z.object({
  /** The response of `GET /user`, with the applications that the page shows, in its order. */
  user: userResponse,
  portal: portalProps,
  /** The page opens this application by itself. Without a title, the text names no application. */
  opening: z.object({ href: z.string(), title: z.string().optional() }).optional(),
  missing: missingApplication.optional(),
  /** Whether to offer a passkey, right after a sign-in with Diia. */
  offersPasskey: z.boolean(),
});
