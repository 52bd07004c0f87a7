// The fields of a group: what each may contain.

import { oneLine } from '../text.ts';

/** In NFC. */
export const groupName = oneLine(64)
  .normalize('NFC')
  .regex(
    /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]*$/u,
    'must begin with a letter or digit, and may contain only letters, digits and . _ -',
  );
