import { errorTable, isErrorCode } from '@brama/contract/errors';
import { expect, test } from 'vitest';

test.each(Object.keys(errorTable))(
  'browsers recognise %s unless it is of the administration',
  (code) => {
    expect(isErrorCode(code)).toBe(!code.startsWith('admin.'));
  },
);

test.each([
  undefined,
  404,
  '',
  'request',
  'invalid_request',
  'other.wrong',
  'request.unknown',
  'diia.',
  'toString',
])('%j is not an error code', (text) => {
  expect(isErrorCode(text)).toBe(false);
});
