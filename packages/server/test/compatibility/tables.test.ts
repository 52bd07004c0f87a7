// Names that must not change, compared with the tables of the server and the contract. `table-lists.ts` holds the names,
// `methods/` those of each sign-in method. A new method brings a file of its own there and changes no list.

import { ticketErrors } from '@brama/contract/api/ticket';
import { campusIcons } from '@brama/contract/applications/campus-icons';
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
import { returnParameters, sharedComputerParameter } from '@brama/contract/sign-in/return-params';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { allSettings } from '../../src/app/config.ts';
import { eventsOfErrors, securityEvents } from '../../src/audit/security-events.ts';
import { makeWorld, type World } from '../support/world.ts';
import type { PinnedMethod } from './methods/pinned-method.ts';
import {
  contractNames,
  contractPaths,
  discovery,
  errorStatuses,
  firstMethodIds,
  iconNames,
  loginNoticesAfterMethods,
  loginNoticesBeforeMethods,
  eventsOfErrors as pinnedEvents,
  ticketErrors as pinnedTicketErrors,
  securityEventFacts,
  settingNames,
} from './table-lists.ts';

/** In the order in which pages show the methods. */
const methods: PinnedMethod[] = [];
for (const id of methodIds) {
  const { pinned }: { pinned: PinnedMethod } = await import(`./methods/${id}.ts`);
  methods.push(pinned);
}

type Records = {
  [K in keyof PinnedMethod]: PinnedMethod[K] extends string[] ? never : K;
}[keyof PinnedMethod];

/** Returns the core's names and those of all methods. */
function withMethods<Value>(core: Record<string, Value>, key: Records) {
  return Object.assign({}, core, ...methods.map((method) => method[key]));
}

let world: World;
beforeAll(async () => {
  world = await makeWorld('sqlite');
});
afterAll(() => world.close());

test('error codes keep their HTTP statuses', () => {
  const found = Object.entries(errorTable).map(([code, { status }]) => [code, status]);
  expect(Object.fromEntries(found)).toEqual(withMethods(errorStatuses, 'errors'));
  expect(ticketErrors).toEqual(pinnedTicketErrors);
});

test('icons of applications keep their names', () => {
  expect(campusIcons.join(' ')).toBe(iconNames);
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
  expect(Object.fromEntries(found)).toEqual(withMethods(securityEventFacts, 'events'));
  const events = Object.entries(eventsOfErrors).map(([code, { event }]) => [code, event]);
  expect(Object.fromEntries(events)).toEqual(withMethods(pinnedEvents, 'eventsOfErrors'));
});

test('settings keep their names and their order', () => {
  const names = Object.values(allSettings).map(({ name }) => name);
  expect(names).toEqual([...settingNames, ...methods.flatMap(({ settings }) => settings)]);
});

test('public paths and contract names are unchanged', () => {
  expect(paths).toEqual(withMethods(contractPaths, 'paths'));
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
    sharedComputerParameter,
  }).toEqual(contractNames);
});

test('methods and notices keep their order', () => {
  expect(methodIds.filter((id) => firstMethodIds.includes(id))).toEqual(firstMethodIds);
  expect(loginNotices).toEqual([
    ...loginNoticesBeforeMethods,
    ...methods.flatMap(({ notices }) => notices),
    ...loginNoticesAfterMethods,
  ]);
});

test('OpenID Connect provider metadata is unchanged', async () => {
  const answer = await world.send({ url: '/.well-known/openid-configuration' });
  expect(answer.json()).toEqual(discovery);
});
