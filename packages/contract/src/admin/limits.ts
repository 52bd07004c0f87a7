// Upper bounds of lists, which the administration API and manifests share.

import { z } from 'zod';

/** Groups of a user. */
export const maxGroups = 100;
/** Fields in the data of a user. */
export const maxDataFields = 50;
/** What an application receives beyond the usual. More than there are kinds: a list may repeat one. */
export const maxReleases = 10;

export const tooManyReason = (maxItems: number) => `must hold at most ${maxItems} entries`;

/** A list of input. A longer one is refused before its items are examined, so that the work stays small. */
export const limitedList = <Item extends z.ZodType>(list: z.ZodArray<Item>, maxItems: number) =>
  z.preprocess((given, { issues }) => {
    if (Array.isArray(given) && given.length > maxItems)
      // no input: an issue never repeats a value
      issues.push({ code: 'custom', message: tooManyReason(maxItems), input: undefined });
    return given;
  }, list.max(maxItems));
