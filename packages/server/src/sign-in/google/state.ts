// The `state` that travels through Google: readable by our page, so that it knows where to go on to, and
// believed here only with our MAC.

import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { GooglePurpose } from '@brama/contract/sign-in/google/state';
import { z } from 'zod';

const content = z.object({ attempt: z.string(), purpose: z.enum(['sign-in', 'link']) });
export type KnownState = z.infer<typeof content>;

export function createStates(key: KeyObject) {
  const macOf = (text: string) => createHmac('sha256', key).update(text).digest('base64url');

  return {
    /** `carried`: a query of carried parameters, with its `?`, or nothing. */
    write(attempt: string, purpose: GooglePurpose, carried: string): string {
      const told = { ...Object.fromEntries(new URLSearchParams(carried)), purpose, attempt };
      const text = Buffer.from(JSON.stringify(told)).toString('base64url');
      return `${text}.${macOf(text)}`;
    },

    /** Nothing for what we have not written so. */
    read(state: string): KnownState | undefined {
      const [text = '', mac = '', ...more] = state.split('.');
      const given = Buffer.from(mac);
      const right = Buffer.from(macOf(text));
      if (more.length > 0 || given.length !== right.length) return undefined;
      if (!timingSafeEqual(given, right)) return undefined;
      return content.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')));
    },
  };
}

export type States = ReturnType<typeof createStates>;
