// Props of the applications page.

import { z } from 'zod';
import { userResponse } from '../api/user.ts';

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

export const appsProps = z.object({
  /** The response of `GET /user`, with the applications that the page shows, in its order. */
  user: userResponse,
  portal: portalProps,
  /** The page opens this application by itself. Without a title, the text names no application. */
  opening: z.object({ href: z.string(), title: z.string().optional() }).optional(),
  /** Whether the query names an application that the user may not open. */
  isUnknown: z.boolean(),
  /** Whether to offer a passkey, right after a sign-in with Diia. */
  offersPasskey: z.boolean(),
});
