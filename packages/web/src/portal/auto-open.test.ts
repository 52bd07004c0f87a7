import { expect, test } from 'vitest';
import { readAutoOpen } from './auto-open.ts';

const campus = { id: '1', name: 'campus', title: 'Кампус', description: '' };

test('the address contains the hash of the user of the page', () => {
  const autoOpen = readAutoOpen('?appId=1', [campus], 'hash-of-user');
  expect(autoOpen).toMatchObject({ href: '/api/app-redirect?appId=1&userHash=hash-of-user' });
});

// a repeated parameter is ignored, as on the page without JavaScript
test.each(['?x=1', '?appId=', '?appId=1&appId=2'])('%s names no application', (search) =>
  expect(readAutoOpen(search, [campus])).toEqual({ kind: 'plain' }),
);

test('an application of the user is opened with the carried parameters', () => {
  expect(readAutoOpen('?appId=1&state=s&x=1', [campus])).toEqual({
    kind: 'opening',
    application: campus,
    href: '/api/app-redirect?appId=1&state=s',
  });
});

test('a suspended request is continued, also for an application without access', () => {
  expect(readAutoOpen('?appId=2&request=r', [campus])).toEqual({
    kind: 'opening',
    application: undefined,
    href: '/api/app-redirect?appId=2&request=r',
  });
});

test.each(['?appId=2', '?appId=%00'])('%s is not an application of the user', (search) =>
  expect(readAutoOpen(search, [campus])).toEqual({ kind: 'unknown' }),
);
