import { unescapeHtml } from '@brama/contract/escape-html';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portal } from '../../../../test/support/oidc/applications.ts';
import { type Arena, makeArena } from '../../../../test/support/oidc/arena.ts';
import { attemptOf, type Fields } from '../../../../test/support/oidc/raw.ts';

/** Returns the fields of the page's form and its target. */
function formIn(body: string) {
  const [, action = ''] = /<form method="post" action="([^"]*)"/.exec(body) ?? [];
  const inputs = [...body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"\/>/g)];
  const fields = Object.fromEntries(
    inputs.map(([, name, value = '']) => [name, unescapeHtml(value)]),
  );
  return { action: unescapeHtml(action), fields };
}

describe('form post responses', () => {
  let arena: Arena;
  beforeAll(async () => {
    arena = await makeArena('sqlite');
  });
  afterAll(() => arena.close());

  async function answerTo(changes: Fields) {
    const browser = await arena.signedIn();
    const attempt = attemptOf(portal, { response_mode: 'form_post', ...changes });
    const answer = await browser.request(attempt.address);
    return { ...attempt, browser, answer, form: formIn(answer.body) };
  }

  test('the form contains the code, state and issuer', async () => {
    const { answer, form, ...attempt } = await answerTo({});
    expect(answer.statusCode).toBe(200);
    expect(answer.headers.location).toBeUndefined();
    expect(form.action).toBe(portal.callback);
    expect(Object.keys(form.fields).sort()).toEqual(['code', 'iss', 'state']);
    expect(form.fields['state']).toBe(attempt.fields['state']);
    const given = { ...attempt, code: `${form.fields['code']}` };
    expect((await arena.exchange(given)).statusCode).toBe(200);
  });

  test('an error response is also sent as a form', async () => {
    const attempt = attemptOf(portal, { response_mode: 'form_post', prompt: 'none' });
    const answer = await arena.send({ url: attempt.address });
    expect(formIn(answer.body)).toMatchObject({
      action: portal.callback,
      fields: { error: 'login_required', iss: 'http://localhost:3000' },
    });
  });

  test('a script submits the form, and the content security policy allows nothing else', async () => {
    const { answer } = await answerTo({});
    const policy = `${answer.headers['content-security-policy']}`;
    expect(policy).toMatch(
      /^default-src 'none';script-src 'sha256-[^' ]+';style-src 'sha256-[^' ]+';img-src data:;base-uri 'none';frame-ancestors 'none'$/,
    );
    expect(answer.body.match(/<script>/g)).toHaveLength(1);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['referrer-policy']).toBe('origin');
  });

  test('without scripts the page shows a button in the language of the user', async () => {
    const { answer } = await answerTo({ ui_locales: 'en' });
    expect(answer.body).toContain('<html lang="en">');
    expect(answer.body).toContain('<h1>До «portal eng»</h1>');
    expect(answer.body).toContain('<button type="submit">Далі</button>');
  });

  // CWE-79
  test.each([`"><script>alert(1)</script>`, `'&quot;</form>`, '$&$1<b>'])(
    'the state is escaped in the form: %s',
    async (state) => {
      const { answer, form } = await answerTo({ state });
      expect(form.fields['state']).toBe(state);
      expect(answer.body).not.toContain(state);
    },
  );

  test('an unregistered redirect URI gets no form', async () => {
    const { answer } = await answerTo({ redirect_uri: 'https://evil.example/' });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).not.toContain('https://evil.example');
    expect(answer.body).toContain('data-page="request-refused"');
  });
});
