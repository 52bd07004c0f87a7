// The forms of the codes that users type.
import type { CodeShape } from '@brama/ui/code.ts';

/** Of an authenticator app. */
export const appCode: CodeShape = { characters: 'digits', groups: [3, 3], separator: ' ' };

/** Recovery codes and temporary access codes. */
export const writtenCode: CodeShape = {
  characters: 'letters-and-digits',
  groups: [5, 5],
  separator: '-',
};

/** Of a device without a keyboard. */
export const deviceCode: CodeShape = { characters: 'letters', groups: [4, 4], separator: '-' };
