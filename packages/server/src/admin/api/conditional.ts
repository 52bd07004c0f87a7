// Conditional requests (RFC 9110 §13): a change names the version that the caller has read.

import { fail } from '../../errors.ts';

export const etagOf = (version: number) => `"${version}"`;

/** @throws `admin.precondition-required` without the header; `request.invalid` for anything but one strong entity tag. */
export function versionFrom(ifMatch: string | undefined): number {
  if (ifMatch === undefined) fail('admin.precondition-required');
  const [, version] = /^"(\d{1,15})"$/.exec(ifMatch as string) ?? [];
  if (version === undefined)
    fail('request.invalid', { fields: { 'if-match': 'must be the ETag of the object' } });
  return Number(version);
}
