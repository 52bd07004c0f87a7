import { errorTable, isErrorCode } from '@brama/contract/errors';
import { expect, test } from 'vitest';

test.each(Object.keys(errorTable))('%s is recognised by browsers', (code) => {
  expect(isErrorCode(code)).toBe(true);
});

test.each([undefined, 404, '', 'request', 'invalid_request', 'other.wrong'])(
  '%j is no error code',
  (text) => {
    expect(isErrorCode(text)).toBe(false);
  },
);
