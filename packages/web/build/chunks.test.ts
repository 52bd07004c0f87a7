import { expect, test } from 'vitest';
import { createChunkOf, isMyData, isOfForms, isOfPasskeys, isOfQr } from './chunks.ts';

const importers: Record<string, string[]> = {
  '/w/src/entries/login.tsx': [],
  '/w/src/sign-in/login-page.tsx': ['/w/src/entries/login.tsx'],
  '/w/src/frame/page.tsx': ['/w/src/sign-in/login-page.tsx', '/w/src/entries/app.tsx'],
  '/n/react/index.js': ['/w/src/frame/page.tsx', '/n/react/circle.js'],
  '/n/react/circle.js': ['/n/react/index.js'],
  '/n/react-router/index.js': ['/w/src/entries/app.tsx'],
  '/w/src/entries/app.tsx': [],
};
const context = { getModuleInfo: (id: string) => ({ importers: importers[id] ?? [] }) };

test.each([
  ['/n/react/index.js', 'base'],
  ['/n/react/circle.js', 'base'],
  ['/w/src/frame/page.tsx', 'base'],
  ['/w/src/sign-in/login-page.tsx', null],
  ['/n/react-router/index.js', null],
])('%s → %s', (id, chunk) => expect(createChunkOf()(id, context)).toBe(chunk));

test.each([
  ['/n/@tanstack/query-core/build/query.js', true],
  ['/w/src/portal/my-data/profile/profile-fields.tsx', true],
  ['/w/src/portal/my-data/section-states.tsx', false],
  ['/w/src/portal/applications.tsx', false],
])('%s is a part of “My data”: %s', (id, is) => expect(isMyData(id)).toBe(is));

test.each([
  ['/w/src/password/password-error.tsx', true],
  ['/w/src/second-factor/code-form.tsx', true],
  ['/w/src/recovery/form-page.tsx', true],
  ['/w/src/wizard/integration/code-block.tsx', true],
  ['/w/src/interaction/sign-out-form.tsx', false],
  ['/w/src/portal/applications.tsx', false],
])('%s is only needed by forms, the wizard and long texts: %s', (id, is) =>
  expect(isOfForms(id)).toBe(is),
);

test.each([
  ['/n/@simplewebauthn/browser/esm/index.js', true],
  ['/w/src/portal/passkeys/passkeys.tsx', true],
  ['/w/src/browser/passkeys/create-passkey.ts', true],
  ['/w/src/sign-in/passkey/passkey-method.tsx', false],
])('%s is only needed to use passkeys: %s', (id, is) => expect(isOfPasskeys(id)).toBe(is));

test.each([
  ['/n/qrcode.react/lib/esm/index.js', true],
  ['/w/src/ui/pictures/qr.tsx', true],
  ['/w/src/ui/pictures/open-gate.tsx', false],
])('%s is only needed by pages with a QR code: %s', (id, is) => expect(isOfQr(id)).toBe(is));
