// Creates and checks the `state` that the server sends to Google and receives back. The page `/google-auth` reads it to
// find the next page. The server trusts it only with a valid MAC.

import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { GooglePurpose } from '@brama/contract/sign-in/google/state';
import { sharedComputerParameter } from '@brama/contract/sign-in/return-params';
import { z } from 'zod';

const content = z.object({
  attempt: z.string(),
  purpose: z.enum(['sign-in', 'link']),
  [sharedComputerParameter]: z.literal('true').optional(),
});
export type KnownState = z.infer<typeof content>;

export function createStates(key: KeyObject) {
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url');

  return {
    /** `carried` is a query of `signInQuery` with its `?`, or empty. */
    write(attempt: string, purpose: GooglePurpose, carried: string): string {
      const fields = { ...Object.fromEntries(new URLSearchParams(carried)), purpose, attempt };
      const text = Buffer.from(JSON.stringify(fields)).toString('base64url');
      return `${text}.${macOf(text)}`;
    },

    /** Returns undefined for a state without a valid MAC. */
    read(state: string): KnownState | undefined {
      const [text = '', mac = '', ...more] = state.split('.');
      const given = Buffer.from(mac);
      const expected = Buffer.from(macOf(text));
      if (more.length > 0 || given.length !== expected.length) return undefined;
      if (!timingSafeEqual(given, expected)) return undefined;
      return content.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    },
  };
}

export type States = ReturnType<typeof createStates>;
