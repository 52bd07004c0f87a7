import { expect, test } from 'vitest';
import { searchWithoutNotice } from './notice-query.ts';

test.each([
  ['?signed-out', ''],
  ['?google_auth_error=true&state=s', '?state=s'],
  ['?session=ended&appId=7', '?appId=7'],
  ['?appId=a%20b', undefined],
  ['', undefined],
])('%s → %s', (search, rest) => expect(searchWithoutNotice(search)).toBe(rest));
