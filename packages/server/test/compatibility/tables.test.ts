// Names that must not change, compared with the tables of the server and the contract. `table-lists.ts` holds the names.
// New error codes, settings, paths, notices and methods may join them.

import { ticketErrors } from '@brama/contract/api/ticket';
import { errorTable } from '@brama/contract/errors';
import { loginNotices, methodIds } from '@brama/contract/pages/login-page';
import {
  apiPrefixes,
  changePasswordPath,
  consentPages,
  devicePath,
  languages,
  passwordPath,
  paths,
  userHashHeader,
  userHashParameter,
} from '@brama/contract/paths';
import { returnParameters } from '@brama/contract/sign-in/return-params';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventsOfErrors, securityEvents } from '../../src/audit/security-events.ts';
import { settingsTable } from '../../src/config/settings-table.ts';
import { makeWorld, type World } from '../support/world.ts';
import {
  contractNames,
  contractPaths,
  discovery,
  errorStatuses,
  eventsOfErrors as pinnedEvents,
  methodIds as pinnedMethods,
  loginNotices as pinnedNotices,
  ticketErrors as pinnedTicketErrors,
  securityEventFacts,
  settingNames,
} from './table-lists.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld('sqlite');
});
afterAll(() => world.close());

test('error codes keep their HTTP statuses', () => {
  const found = Object.entries(errorTable).map(([code, { status }]) => [code, status]);
  expect(Object.fromEntries(found)).toMatchObject(errorStatuses);
  expect(ticketErrors).toEqual(pinnedTicketErrors);
});

test('the error response body keeps its format', async () => {
  const wrong = await world.post('/api/auth', { username: 'a' });
  const error = {
    code: 'request.invalid',
    requestId: expect.any(String),
    fields: { password: expect.any(String) },
  };
  expect([wrong.statusCode, wrong.json()]).toEqual([400, { error }]);
  expect(wrong.headers['x-request-id']).toBe(wrong.json().error.requestId);
});

test('security events keep their names and fields', () => {
  const found = Object.entries(securityEvents).map(([name, { required, optional }]) => [
    name,
    [...required, ...optional.map((fact) => `${fact}?`)].join(' '),
  ]);
  expect(Object.fromEntries(found)).toEqual(securityEventFacts);
  const events = Object.entries(eventsOfErrors).map(([code, { event }]) => [code, event]);
  expect(Object.fromEntries(events)).toEqual(pinnedEvents);
});

test('settings keep their names', () => {
  const names = Object.values(settingsTable).map(({ name }) => name);
  expect(settingNames.filter((name) => !names.includes(name))).toEqual([]);
});

test('public paths and contract names are unchanged', () => {
  expect(paths).toMatchObject(contractPaths);
  expect({
    changePasswordPath,
    consentPages,
    devicePath,
    passwordPath,
    userHashHeader,
    userHashParameter,
    languages: languages.join(' '),
    apiPrefixes: apiPrefixes.join(' '),
    returnParameters: returnParameters.join(' '),
  }).toEqual(contractNames);
  expect(loginNotices).toEqual(expect.arrayContaining(pinnedNotices));
  expect(methodIds).toEqual(expect.arrayContaining(pinnedMethods));
});

test('OpenID Connect provider metadata is unchanged', async () => {
  const answer = await world.send({ url: '/.well-known/openid-configuration' });
  expect(answer.json()).toEqual(discovery);
});
