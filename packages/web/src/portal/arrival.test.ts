import { expect, test } from 'vitest';
import { readArrival } from './arrival.ts';

const campus = { id: '1', name: 'campus', title: 'Кампус', description: '' };

test('without an application in the query', () => {
  expect(readArrival('?x=1', [campus])).toEqual({ kind: 'plain' });
});

test('on the way to an application of the user, with what is carried', () => {
  expect(readArrival('?appId=1&state=s&x=1', [campus])).toEqual({
    kind: 'opening',
    application: campus,
    href: '/api/app-redirect?appId=1&state=s',
  });
});

test.each(['?appId=2', '?appId='])('%s is not an application of the user', (search) =>
  expect(readArrival(search, [campus])).toEqual({ kind: 'unknown' }),
);
