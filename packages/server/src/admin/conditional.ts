// Conditional requests (RFC 9110 §13): a change names the version that the caller has read.

import type { AdminRoute } from '@brama/contract/admin/route';
import { z } from 'zod';
import { fail } from '../errors.ts';

/** Returns whether the response is an object with a version, which is its entity tag. */
export const hasVersion = ({ response }: AdminRoute) =>
  response instanceof z.ZodObject && 'version' in response.shape;

/** Fifteen digits and two quotes. */
export const maxEtagLength = 17;

export const etagOf = (version: number) => `"${version}"`;

/** @throws `admin.precondition-required` without the header; `request.invalid` for anything but one strong entity tag. */
export function versionFrom(ifMatch: string | undefined): number {
  if (ifMatch === undefined) fail('admin.precondition-required');
  const [, version] = /^"(\d{1,15})"$/.exec(ifMatch as string) ?? [];
  if (version === undefined)
    fail('request.invalid', {
      fields: { 'if-match': 'must be the ETag of the last response, such as "3"' },
    });
  return Number(version);
}
