// The language of the pages that a user sees during an authorization request.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBrowser } from '../../../../test/support/browser.ts';
import { addOidcApplications, office, portal } from '../../../../test/support/oidc/applications.ts';
import { createClient } from '../../../../test/support/oidc/client.ts';
import { makeWorld, type World } from '../../../../test/support/world.ts';

type Asked = { locales?: string; remembered?: string; accepted?: string };

/**
 * Languages of the request, of the cookie and of the browser's settings; then the language of the response and of the
 * sign-in page.
 */
const answers: [Asked, string, string][] = [
  [{}, 'uk', 'uk'],
  [{ accepted: 'en-GB,en;q=0.9' }, 'en', 'uk'],
  [{ accepted: 'de' }, 'uk', 'uk'],
  [{ remembered: 'uk', accepted: 'en' }, 'uk', 'uk'],
  [{ remembered: 'en', accepted: 'uk' }, 'en', 'en'],
  [{ locales: 'de EN-gb uk', remembered: 'uk', accepted: 'uk' }, 'en', 'en'],
  [{ locales: 'uk', remembered: 'en', accepted: 'en' }, 'uk', 'uk'],
  [{ locales: 'fr', accepted: 'en' }, 'en', 'uk'],
];

const languageOf = (body: string) => /<html lang="(..)"/.exec(body)?.[1];

describe('the language of interaction pages', () => {
  let world: World;
  let students: Awaited<ReturnType<typeof createClient>>;
  let staff: Awaited<ReturnType<typeof createClient>>;

  beforeAll(async () => {
    world = await makeWorld('sqlite');
    world.clock.now = Date.now();
    await addOidcApplications(world.db);
    students = await createClient(world.server, portal);
    staff = await createClient(world.server, office);
  });
  afterAll(() => world.close());

  const browserOf = ({ remembered, accepted }: Asked) => {
    const browser = createBrowser(world.server, accepted);
    if (remembered) browser.take(`i18next=${remembered}`);
    return browser;
  };
  const parametersOf = ({ locales }: Asked): Record<string, string> =>
    locales === undefined ? {} : { ui_locales: locales };

  test.each(answers)('a rejected request, %j: %s', async (asked, language) => {
    const attempt = new URL((await students.begin(parametersOf(asked))).address);
    attempt.searchParams.set('redirect_uri', 'https://evil.example/');
    const page = await browserOf(asked).go(attempt.href);
    expect([page.status, languageOf(page.body)]).toEqual([400, language]);
  });

  test.each(answers)(
    'a user without access to the application, %j: %s',
    async (asked, language) => {
      const browser = browserOf(asked);
      browser.take(await world.signIn());
      const page = await browser.go((await staff.begin(parametersOf(asked))).address);
      expect([page.status, languageOf(page.body)]).toEqual([403, language]);
    },
  );

  // the requested language is deleted with the request
  test.each(answers.filter(([{ locales }]) => locales === undefined))(
    'an expired request, %j: %s',
    async (asked, language) => {
      const browser = browserOf(asked);
      browser.take(await world.signIn());
      const page = await browser.go(`/api/app-redirect?appId=${portal.id}&request=over`);
      expect([page.status, languageOf(page.body)]).toEqual([410, language]);
    },
  );

  test.each(answers)(
    'the sign-out confirmation and the page after it, %j: %s',
    async (asked, language) => {
      const browser = browserOf(asked);
      browser.take(await world.signIn());
      const question = await browser.go(`/oidc/logout?${new URLSearchParams(parametersOf(asked))}`);
      expect(languageOf(question.body)).toBe(language);
      const after = await browser.go('/oidc/logout/confirm', {
        method: 'POST',
        headers: {
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/x-www-form-urlencoded',
        },
        payload: `${new URLSearchParams({ proof: /name="proof" value="([^"]+)"/.exec(question.body)?.[1] ?? '' })}`,
      });
      expect(new URL(after.url).pathname).toBe(`/${language}/`);
    },
  );

  test.each(answers)(
    'the sign-in page ignores the browser language, %j: not %s but %s',
    async (asked, _answer, language) => {
      const { url } = await browserOf(asked).go(
        (await students.begin(parametersOf(asked))).address,
      );
      expect(new URL(url).pathname).toBe(`/${language}/`);
    },
  );
});
