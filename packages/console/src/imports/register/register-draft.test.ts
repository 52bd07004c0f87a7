// A mapping of the register that is not edited stays as it is, and a draft says what is missing before it is sent.
import { expect, test } from 'vitest';
import {
  newRegisterData,
  newRegisterGroups,
  newStatus,
  registerDraftOf,
  registerIssuesOf,
  registerMappingOf,
} from './register-draft.ts';

const whole = {
  version: 1,
  list: 'students',
  username: { rule: '{given}.{family}' },
  newUsers: 'codes',
  later: { a: 1 },
  statuses: [
    { status: ['Поновлено', 'Зараховано'], membership: 'member', beginsWithStatus: true },
    { status: ['Пауза'], membership: 'paused' },
    { status: ['Відраховано'], reason: ['завершення'], membership: 'left', leaving: 'completed' },
    { status: ['Навчається'], membership: 'member', endsAsPlanned: true },
  ],
  groups: [
    { value: ['students'] },
    { by: 'faculty', values: { ФПМ: ['students.fpm'], ФІОТ: [] }, otherwise: ['students.other'] },
  ],
  data: { Група: 'group', Курс: 'course' },
};

test('a mapping stays as it is', () => {
  expect(registerMappingOf(registerDraftOf(whole))).toEqual(whole);
});

test('without a table of states the server takes its own', () => {
  const draft = registerDraftOf({ version: 1, list: 'staff', username: { rule: '{id}' } });
  expect(registerMappingOf(draft)).toEqual({
    version: 1,
    list: 'staff',
    username: { rule: '{id}' },
    groups: [],
    data: {},
  });
});

test('a draft says what is missing', () => {
  const draft = registerDraftOf(whole);
  expect(registerIssuesOf(draft)).toEqual({});
  const issues = registerIssuesOf({
    ...draft,
    rule: '{none}',
    statuses: [...draft.statuses, newStatus()],
    groups: [newRegisterGroups('all'), newRegisterGroups('course')],
    data: [...draft.data, { ...newRegisterData(), name: 'Курс ' }],
  });
  expect(issues).toEqual({
    username: 'rule',
    'statuses.4': 'no-value',
    'groups.0': 'no-groups',
    'data.1': 'same-name',
    'data.2': 'same-name',
  });
});
