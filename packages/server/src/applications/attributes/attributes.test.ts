import { expect, test } from 'vitest';
import type { Session } from '../../sessions/session.ts';
import { blankRow, factsFrom } from '../../users/columns.ts';
import type { User } from '../../users/user.ts';
import { attributesOf, previewOf } from './attributes.ts';
import type { AttributeSource } from './sources.ts';

const user: User = {
  ...factsFrom(blankRow),
  id: 'u1',
  username: 'olena',
  fullName: 'Олена Коваль',
  givenName: 'Олена',
  email: 'olena@campus.example',
  studentId: 'KB123',
  data: { faculty: 'ФІОТ', room: null, empty: '' },
  groups: ['a', 'b'],
  disabled: false,
};
const session = { method: 'password', amr: ['pwd', 'otp', 'mfa'] } as unknown as Session;

/** Source → its values; undefined: the attribute is left out. */
const cases: [AttributeSource, string[] | undefined][] = [
  ['username', ['olena']],
  ['fullName', ['Олена Коваль']],
  ['fullNameEn', undefined],
  ['givenName', ['Олена']],
  ['email', ['olena@campus.example']],
  ['studentId', ['KB123']],
  ['employeeId', undefined],
  ['affiliation', ['student', 'member']],
  ['groups', ['a', 'b']],
  ['id', ['u1']],
  ['acr', ['urn:brama:acr:mfa']],
  ['amr', ['pwd', 'otp', 'mfa']],
  ['taxId', ['123']],
  ['data.faculty', ['ФІОТ']],
  ['data.room', undefined],
  ['data.empty', undefined],
  ['data.none', undefined],
  ['data.constructor', undefined],
];

test.each(cases)('the source %s has the values %j', (source, values) => {
  const found = attributesOf({ name: source }, { user, session, taxId: '123' });
  expect(found).toEqual(values ? [['name', values]] : []);
});

test('an attribute keeps its name, and several can have one source', () => {
  expect(attributesOf({ mail: 'email', uid: 'username', login: 'username' }, { user })).toEqual([
    ['mail', ['olena@campus.example']],
    ['uid', ['olena']],
    ['login', ['olena']],
  ]);
});

test('a preview has what does not depend on the sign-in', () => {
  const attributes = { mail: 'email', memberOf: 'groups', how: 'amr', tax: 'taxId' } as const;
  expect(previewOf({ releases: ['taxId'] }, attributes, user)).toEqual({
    claims: { mail: 'olena@campus.example', memberOf: ['a', 'b'] },
    needsConsent: false,
    receivesTaxId: true,
  });
  const { receivesTaxId } = previewOf({ releases: ['taxId'] }, {}, user);
  expect(receivesTaxId).toBe(false);
});
