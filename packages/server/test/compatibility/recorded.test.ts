// Names that must not change, compared with what a composed server really uses. A changed label or context makes stored
// data unreadable and changes every pairwise `sub`; a changed cookie name signs all users out. `lists.ts` holds the
// names; a new name is added there.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkValueOf } from '../../src/crypto/key-check.ts';
import { contexts } from './contexts.ts';
import { cookies, derivedKeys, jsonFields, keyChecks, routes } from './lists.ts';
import { createRecorder, fieldsOfRoute } from './recorder.ts';
import { makeTour, type Tour } from './tour.ts';

const recorder = createRecorder();
const tours: Tour[] = [];

beforeAll(async () => {
  recorder.start();
  for (const baseUrl of ['http://localhost:3000', 'https://id.campus.example']) {
    const tour = await makeTour(baseUrl);
    tours.push(tour);
    await tour.suspendedRequest();
    await tour.signInWithGoogle();
    await tour.signInWithDiia();
    await tour.signInWithPasskey();
    await tour.signInWithSecondFactor();
    await tour.forgottenPassword();
    await tour.rememberedLanguage();
    await tour.refusedRequest();
    await tour.administration();
    // the test's browser sends its forms from the plain address only
    if (baseUrl.startsWith('https:')) continue;
    await tour.consentAndSignOut();
    await tour.serviceTicket();
    await tour.deviceCode();
    await tour.setUpSecondFactor();
  }
});
afterAll(async () => {
  recorder.stop();
  for (const { world } of tours) await world.close();
});

test('derived keys keep their labels and values', () => {
  expect(Object.fromEntries(recorder.derivedKeys)).toEqual(derivedKeys);
});

test('check values of keys are unchanged', () => {
  const values = (['TAX_ID_KEY', 'DATA_KEY'] as const).map((setting) => [
    setting,
    checkValueOf(setting, Buffer.alloc(32, 7)),
  ]);
  expect(Object.fromEntries(values)).toEqual(keyChecks);
});

test('encryption contexts are unchanged', () => {
  expect([...recorder.contexts].sort()).toEqual([...contexts].sort());
});

test('cookies keep their names and attributes', () => {
  expect(Object.fromEntries(recorder.cookies)).toEqual(cookies);
});

/** Pages and files of the invented build that composed test servers serve. */
function isOfTestSite(path: string): boolean {
  return /^\/(assets|campus-icons|locales|account|apps|faq|diia|button-wizard|icon-192|integration_manual|manifest\.|robots)/.test(
    path,
  );
}

test('routes keep their methods and paths', () => {
  const found = [...recorder.methodsByPath].filter(([path]) => !isOfTestSite(path));
  expect(Object.fromEntries(found.map(([path, methods]) => [path, methods.join(' ')]))).toEqual(
    routes,
  );
});

test('requests and responses keep their JSON fields', () => {
  const found = [...recorder.schemas].flatMap(([route, schema]) => fieldsOfRoute(route, schema));
  expect(Object.fromEntries(found)).toEqual(jsonFields);
});
