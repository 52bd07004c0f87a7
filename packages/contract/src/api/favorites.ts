// Requests that add an application to the favourites of the signed-in user (POST `addFavorite`) or remove it (POST
// `removeFavorite`). Both succeed if it is so already.

import { z } from 'zod';
import { parseAppId } from '../app-id.ts';

/** `application` is its id. */
export const favoriteRequest = z.object({
  application: z.string().min(1).max(64).transform(parseAppId),
});
