// Tests the page that the sample application shows after a failed sign-in.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoApplications } from '../applications.ts';
import type { Language } from '../pages/html.ts';
import { page } from './page.ts';
import { createSampleApp } from './sample-app.ts';

const languages: Language[] = ['uk', 'en'];
const [application] = demoApplications;
if (!application) throw new Error('no application');
const site = { application, bramaUrl: 'https://id.example' };

/** Returns the text of the page without tags. */
function textOf(fault: string, language: Language): string {
  const view = { kind: 'refused', fault, signIn: { address: '/start' } } as const;
  const html = page(site, view, language);
  return html.replace(/<style>.*?<\/style>/s, '').replace(/<[^>]*>/g, ' ');
}

describe.each(languages)('a failed sign-in, %s', (language) => {
  const withoutCode = (code: string) => textOf(code, language).replace(code, '');

  test.each([
    ['access_denied', { uk: 'не дозволили доступ', en: 'didn’t allow access' }],
    ['login_required', { uk: 'потрібно ввійти', en: 'sign in with Brama' }],
    ['invalid_grant', { uk: 'уже використано', en: 'was already used' }],
    ['application.ticket-refused', { uk: 'уже використано', en: 'was already used' }],
    ['state', { uk: 'не в цьому браузері', en: 'didn’t start in this browser' }],
    ['temporarily_unavailable', { uk: 'не відповідає', en: 'isn’t responding' }],
    ['INVALID_TICKET', { uk: 'уже використано', en: 'was already used' }],
    ['INVALID_SERVICE', { uk: 'не прийняла', en: 'rejected' }],
    ['unreachable', { uk: 'не відповідає', en: 'isn’t responding' }],
    ['invalid_client', { uk: 'не впізнала сервісу', en: 'didn’t recognise the app' }],
    ['unsupported_response_type', { uk: 'не прийняла', en: 'rejected' }],
    ['unmet_authentication_requirements', { uk: 'надійнішого', en: 'stronger' }],
  ])('%s is explained, and the page shows the code', (code, words) => {
    expect(textOf(code, language)).toContain(words[language]);
    expect(textOf(code, language)).toContain(code);
  });

  test('an unknown code gets a general explanation and is escaped', () => {
    const general = { uk: 'Увійти не вдалося.', en: 'The sign-in didn’t succeed.' };
    for (const code of ['something_new', 'toString', '__proto__'])
      expect(withoutCode(code)).toContain(general[language]);
    const view = { kind: 'refused', fault: '<b>', signIn: { address: '/' } } as const;
    expect(page(site, view, language)).toContain('<code translate="no">&#60;b');
  });
});

describe('over HTTP', () => {
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    // nothing listens at port 1
    const bramaUrl = 'http://127.0.0.1:1';
    server = createServer(createSampleApp({ bramaUrl, ownUrl: 'http://127.0.0.1', secrets: {} }));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => void server.close());

  test.each([
    ['/courses/callback?code=x&state=y', 403, 'didn’t start in this browser'],
    ['/campus/callback?ticketId=x&state=y', 403, 'didn’t start in this browser'],
    ['/campus/callback?ticketId=x', 403, 'isn’t responding'],
    ['/courses/start', 502, 'isn’t responding'],
    ['/timetable/entry?ticket=ST-1', 502, 'isn’t responding'],
    ['/tv', 502, 'isn’t responding'],
  ])('%s', async (path, status, words) => {
    const answer = await fetch(origin + path, { headers: { 'accept-language': 'en' } });
    expect(answer.status).toBe(status);
    expect(await answer.text()).toContain(words);
  });
});

test('the button is that of Brama: its script, or its picture where the site starts the sign-in', () => {
  const drawn = page(site, { kind: 'anonymous', signIn: { state: 's' } }, 'en');
  expect(drawn).toContain('<script async src="https://id.example/kpi-id-signin.js"></script>');
  expect(drawn).toContain(`data-app-id="${application.id}" data-locale="en" data-state="s"`);
  expect(drawn).toContain(`href="https://id.example/en/?appId=${application.id}&amp;state=s"`);
  const linked = page(site, { kind: 'anonymous', signIn: { address: '/a/start' } }, 'uk');
  expect(linked).toContain(
    '<a href="/a/start"><img src="https://id.example/button.svg?locale=uk" alt="Увійти через Браму"',
  );
});

test('a long name breaks between its words', () => {
  const claims = { isFromNewLogin: true, 'a<bC': 'isFrom', TRACE_ID: 1 };
  const view = { kind: 'connected', claims, signOutUrl: '/out' } as const;
  const html = page(site, view, 'en');
  const names = [...html.matchAll(/<th scope="row">(.*?)<\/th>/g)].map(([, name]) => name);
  expect(names).toEqual(['is<wbr>From<wbr>New<wbr>Login', 'a&#60;b<wbr>C', 'TRACE_ID']);
  expect(html).toContain('<td>isFrom</td>');
});
