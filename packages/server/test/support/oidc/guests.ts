// Third-party applications for tests of consent, and the actions of a user on the consent page.

import { unescapeHtml } from '@brama/contract/escape-html';
import type { Database } from '../../../src/database/connect.ts';
import type { createBrowser, Stop } from '../browser.ts';
import { ours } from '../world.ts';
import { addOidcApplication } from './applications.ts';
import { formOf, withWholeAddresses } from './raw.ts';

/** Requests all scopes, also of a service. */
export const guest = {
  id: '4f1d2c3b-5a69-4788-9d0e-1c2b3a4d5e6f',
  secret: 'SGlzdCBpIGtseXVjaCB2aWQgYnJhbXkgMTIzNDU2',
  callback: 'https://guest.example/callback',
};
/** Another third-party application. */
export const visitor = {
  id: '8c7b6a59-4d3e-4f21-8091-a2b3c4d5e6f7',
  secret: 'RHJ1aHlpIGhpc3QgaSBrbHl1Y2ggdmlkIGJyYW15',
  callback: 'https://visitor.example/callback',
};

export const marksApi = 'https://marks.campus.example/';

export const guestProtocol = (changes: object = {}, own: object = {}) => ({
  metadata: {
    redirect_uris: [guest.callback],
    post_logout_redirect_uris: [new URL('/', guest.callback).href],
    backchannel_logout_uri: 'https://guest.example/sign-out',
    grant_types: ['authorization_code', 'refresh_token'],
    scope: 'openid profile email groups campus tax_id offline_access',
    ...changes,
  },
  secret: guest.secret,
  pkce: 'allowed',
  firstParty: false,
  resources: [
    {
      indicator: marksApi,
      title: { uk: 'Оцінки', en: 'Marks' },
      scopes: ['marks.read', 'marks.write'],
    },
  ],
  ...own,
});

/** A third-party device. */
export const guestScreen = { id: '6a5b4c3d-2e1f-4a0b-9c8d-7e6f5a4b3c2d' };

export async function addGuests(db: Database) {
  await addOidcApplication(db, {
    id: guest.id,
    name: 'guest',
    groups: ['students', 'employees'],
    contact: 'owner@guest.example',
    protocol: guestProtocol(),
  });
  await addOidcApplication(db, {
    id: visitor.id,
    name: 'visitor',
    groups: ['students', 'employees'],
    protocol: {
      metadata: { redirect_uris: [visitor.callback], scope: 'openid profile email' },
      secret: visitor.secret,
      pkce: 'allowed',
      firstParty: false,
    },
  });
}

export async function addGuestScreen(db: Database) {
  await addOidcApplication(db, {
    id: guestScreen.id,
    name: 'guest-screen',
    protocol: {
      metadata: {
        grant_types: ['urn:ietf:params:oauth:grant-type:device_code', 'refresh_token'],
        token_endpoint_auth_method: 'none',
        scope: 'openid profile email',
      },
      firstParty: false,
    },
  });
}

type Browser = ReturnType<typeof createBrowser>;
export type Decision = 'allow' | 'refuse' | 'another-user';

/** Returns the text of a placeholder of the page. */
export function shownIn({ body }: Pick<Stop, 'body'>, name: string): string {
  const mark = new RegExp(`data-mark="${name}">([^<]*)<`);
  return unescapeHtml(mark.exec(withWholeAddresses(body))?.[1] ?? 'not there');
}

export const proofIn = ({ body }: Pick<Stop, 'body'>): string =>
  unescapeHtml(/name="proof" value="([^"]*)"/.exec(body)?.[1] ?? '');

/** Presses a button of the page; `changes` replace what its form would send. */
export function decide(
  browser: Browser,
  page: Pick<Stop, 'url' | 'body'>,
  decision: Decision | string,
  changes: { proof?: string; headers?: Record<string, string> } = {},
) {
  return browser.go(new URL(page.url).pathname, {
    method: 'POST',
    headers: {
      ...ours,
      'content-type': 'application/x-www-form-urlencoded',
      ...changes.headers,
    },
    payload: formOf({ proof: changes.proof ?? proofIn(page), decision }),
  });
}
