// Checks of the sign-in: when the user is asked, and with which parameters (OpenID Connect Core §3.1.2).

import { expect } from 'vitest';
import type { Fields } from '../raw.ts';
import { attemptOf } from '../raw.ts';
import { type Check, first, posting, type Suite, second } from './suite.ts';

/** Sends a parameter that the server may ignore but must never reject. */
const bearing =
  (fields: Fields): Check =>
  async ({ signedIn }) => {
    const { asked } = await signedIn(fields);
    expect(asked).toBeDefined();
  };

/** Signs in once, then sends a second request from the same browser. */
async function again({ signedIn, pass }: Suite, wait: number, before: Fields, then: Fields) {
  const { browser, tokens } = await signedIn(before);
  pass(wait);
  const later = await signedIn(then, { browser });
  return { earlier: tokens.claims, later: later.tokens.claims, asked: later.asked !== undefined };
}

async function silently(suite: Suite, before: Fields, then: Fields) {
  const { earlier, later, asked } = await again(suite, 5000, before, then);
  expect(asked).toBe(false);
  expect([later.sub, later['auth_time']]).toEqual([earlier.sub, earlier['auth_time']]);
  return earlier;
}

async function anew(suite: Suite, fields: Fields) {
  const { earlier, later, asked } = await again(suite, 2000, {}, fields);
  expect(asked).toBe(true);
  expect(later.sub).toBe(earlier.sub);
  expect(Number(later['auth_time'])).toBeGreaterThan(Number(earlier['auth_time']));
}

export const signingIn = {
  'from the request to tokens and claims': async ({ signedIn, userinfo }) => {
    for (const party of [first, second]) {
      const { tokens } = await signedIn({}, { party });
      expect((await userinfo(tokens.access)).json().sub).toBe(tokens.claims.sub);
      expect(tokens.claims).not.toHaveProperty('name');
    }
  },
  'the secret in the form': async ({ signedIn }) => {
    await signedIn({}, { party: posting });
  },
  'a request without a response type': async ({ authorize }) => {
    const { answer, stop } = await authorize({ response_type: undefined });
    expect(answer?.get('code') ?? null).toBe(null);
    if (answer)
      expect(answer.get('error')).toMatch(/^(unsupported_response_type|invalid_request)$/);
    else expect(stop.status).toBe(400);
  },
  'a request without a nonce': async ({ signedIn }) => {
    const { tokens } = await signedIn({ nonce: undefined });
    expect(tokens.claims).not.toHaveProperty('nonce');
  },
  'scopes and parameters in another order': async (suite) => {
    const { code_challenge: _, code_challenge_method: __, ...fields } = attemptOf(first).fields;
    const turned = Object.fromEntries(Object.entries(fields).reverse());
    const { tokens } = await suite.signedIn({ ...turned, scope: 'email profile openid' });
    expect((await suite.userinfo(tokens.access)).json()).toMatchObject({
      name: expect.any(String),
      email: expect.any(String),
    });
  },
  'display=page': bearing({ display: 'page' }),
  'display=popup': bearing({ display: 'popup' }),
  'a parameter nobody knows': bearing({ extra: 'foobar' }),
  'a hint who it is': bearing({ login_hint: 'buffy@suite.example' }),
  'languages for claims': bearing({ claims_locales: 'se' }),
  'languages for pages': async ({ signedIn }) => {
    expect((await signedIn({ ui_locales: 'en' })).asked).toBe('/en/');
    expect((await signedIn({ ui_locales: 'se uk' })).asked).toBe('/uk/');
  },
  'prompt=login asks again': (suite) => anew(suite, { prompt: 'login' }),
  'max_age=1 asks again after two seconds': (suite) => anew(suite, { max_age: '1' }),
  'max_age=10000 asks nobody who has just come': async (suite) => {
    const claims = await silently(suite, { max_age: '15000' }, { max_age: '10000' });
    expect(claims['auth_time']).toEqual(expect.any(Number));
  },
  'prompt=none of somebody signed in': async (suite) => {
    await silently(suite, {}, { prompt: 'none' });
  },
  'prompt=none of nobody': async ({ authorize }) => {
    const { answer, asked } = await authorize({ prompt: 'none' }, { person: 'is away' });
    expect(asked).toBeUndefined();
    expect(answer?.get('error')).toMatch(/^(login|interaction)_required$/);
    expect(answer?.has('code')).toBe(false);
  },
  'an ID token as a hint': async (suite) => {
    const { browser, tokens } = await suite.signedIn();
    const hint = { prompt: 'none', id_token_hint: tokens.id };
    const later = await suite.signedIn(hint, { browser });
    expect(later.tokens.claims.sub).toBe(tokens.claims.sub);
    const other = await suite.authorize({ ...hint, id_token_hint: `${tokens.id}x` }, { browser });
    expect(other.answer?.get('code') ?? null).toBe(null);
  },
  'a level that is offered': async ({ signedIn, documentAt }) => {
    const { acr_values_supported: levels } = await documentAt('/.well-known/openid-configuration');
    const { tokens } = await signedIn({ acr_values: levels[0] });
    expect(levels).toContain(tokens.claims['acr']);
  },
  'a request by POST': async ({ authorize, tokensOf }) => {
    await tokensOf(await authorize({}, { post: true }));
  },
} satisfies Record<string, Check>;
