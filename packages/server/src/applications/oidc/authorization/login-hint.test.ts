import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser, type Stop } from '../../../../test/support/browser.ts';
import { portal as application } from '../../../../test/support/oidc/applications.ts';
import { type Arena, makeArena } from '../../../../test/support/oidc/arena.ts';
import { attemptOf, ended, form, formOf } from '../../../../test/support/oidc/raw.ts';

describe('login_hint', () => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await makeArena('sqlite');
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterAll(() => arena.close());

  const begin = (login_hint: string | string[], browser = createBrowser(arena.server)) =>
    browser.go(attemptOf(application, { login_hint, prompt: 'login' }).address);

  /** In the field, and in the initial state of React. */
  function shownIn({ body }: Stop) {
    const [, value] = /<input[^>]*name="username"[^>]*value="([^"]*)"/.exec(body) ?? [];
    const [, json = '{}'] = /id="state">([^<]*)</.exec(body) ?? [];
    return [value, JSON.parse(json).username];
  }
  const both = (username: string) => [username, username];

  test.each(['o.shevchenko', 'olena@campus.example', 'шевченко-о', 'x'.repeat(256)])(
    'fills the form in both languages and never appears in an address: %s',
    async (hint) => {
      const browser = createBrowser(arena.server);
      const page = await begin(hint, browser);
      expect(shownIn(page)).toEqual(both(hint));
      expect(decodeURIComponent(page.url)).not.toContain(hint);
      const { search } = new URL(page.url);
      for (const path of ['/uk/', '/en/'])
        expect(shownIn(await browser.go(path + search))).toEqual(both(hint));
    },
  );

  test('the page is the same for existing and unknown users', async () => {
    const withoutIds = ({ body }: Stop) => body.replaceAll(/request=[\w-]+/g, '');
    const [known, unknown] = [await begin('o.shevchenko'), await begin('o.shevchenkx')];
    expect(withoutIds(unknown).replaceAll('o.shevchenkx', 'o.shevchenko')).toBe(withoutIds(known));
  });

  test('a stored POST request also fills the form', async () => {
    const browser = createBrowser(arena.server);
    const { fields } = attemptOf(application, {
      login_hint: 'o.shevchenko',
      state: 'x'.repeat(6000),
    });
    const page = await browser.go('/oidc/auth', {
      method: 'POST',
      headers: form,
      payload: formOf(fields),
    });
    expect(shownIn(page)).toEqual(both('o.shevchenko'));
  });

  test('does not replace the username that the user typed', async () => {
    const browser = createBrowser(arena.server);
    const { pathname, search } = new URL((await begin('o.shevchenko', browser)).url);
    for (const username of ['somebody', '']) {
      const again = await browser.go(pathname + search, {
        method: 'POST',
        headers: { ...form, 'sec-fetch-site': 'same-origin' },
        payload: formOf({ username, password: 'wrong' }),
      });
      expect(shownIn(again)).toEqual(both(username));
    }
  });

  test.each([
    '',
    ' ',
    'two words',
    'x'.repeat(257),
    'Call 0800 to unlock',
    '"><script>alert(1)</script>',
    'evil\u202egnp',
    'line\nbreak',
    '+380501234567',
    '@@query@@"',
  ])('an invalid username is not shown: %j', async (hint) => {
    expect(shownIn(await begin(hint))).toEqual(both(''));
  });

  test('is not shown in another browser or for the portal', async () => {
    const { search } = new URL((await begin('o.shevchenko')).url);
    const other = createBrowser(arena.server);
    expect(shownIn(await other.go(`/uk/${search}`))).toEqual(both(''));
    expect(shownIn(await other.go('/uk/?login_hint=o.shevchenko'))).toEqual(both(''));
  });

  test('is stored encrypted, and a different user can sign in', async () => {
    const browser = createBrowser(arena.server);
    const page = await begin('kovalenko.hint', browser);
    const rows = await arena.db.selectFrom('suspended_requests').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain('kovalenko');
    expect(arena.lines.join()).not.toContain('kovalenko');
    arena.clock.now += 1;
    browser.take(await arena.signIn());
    const { search } = new URL(page.url);
    expect(ended(await browser.go(`/api/app-redirect${search}`))).toBe('code');
  });
});
