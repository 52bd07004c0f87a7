import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addOidcApplication, portal } from '../../../../test/support/oidc/applications.ts';
import { type Arena, labs, makeArena, notes } from '../../../../test/support/oidc/arena.ts';
import { addDevices, createDevice } from '../../../../test/support/oidc/device.ts';
import { addGuests, guest, marksApi } from '../../../../test/support/oidc/guests.ts';
import { attemptOf, basicOf, type Fields } from '../../../../test/support/oidc/raw.ts';

/** A client that must bind its tokens to a key. */
const bound = {
  id: '0c7d6e5f-4a3b-4c2d-8e1f-9a8b7c6d5e4f',
  secret: 'Wm92c2ltIGluc2h5aSBzZWtyZXQgZGxpYSBwcm9iIQ',
  callback: 'https://bound.example/callback',
};

let arena: Arena;
beforeAll(async () => {
  arena = await makeArena('sqlite', { LOG_LEVEL: 'info' });
  arena.clock.now = Date.now();
  await addGuests(arena.db);
  await addDevices(arena.db);
});
afterAll(() => arena.close());

/** Returns the log lines that are written during `work`. */
async function entriesOf(work: () => Promise<unknown>) {
  const start = arena.lines.length;
  await work();
  return arena.lines.slice(start).map((line) => JSON.parse(line));
}

const logged = async (work: () => Promise<unknown>) =>
  (await entriesOf(work)).flatMap(({ fact }) => (fact ? [fact] : [])).at(-1);
const detailed = async (work: () => Promise<unknown>) =>
  (await entriesOf(work)).flatMap(({ reason, detail }) => (reason ? [[reason, detail]] : []));

const asked = (changes: Fields) => async () => {
  const { address } = attemptOf(portal, changes);
  await arena.send({ url: address, headers: { accept: 'text/html' } });
};

const scopesOfPortal = ['openid', 'profile', 'email', 'groups', 'campus', 'offline_access'];

describe('the log contains the sent value and the registered value', () => {
  test.each<[string, Fields, object]>([
    [
      'an address',
      { redirect_uri: 'http://portal.example:81/callback?code=hush' },
      {
        what: 'redirect_uri',
        received: ['http://portal.example:81/callback?code=…'],
        registered: [portal.callback],
        differs: ['scheme', 'port', 'query'],
      },
    ],
    [
      'no address',
      { redirect_uri: undefined },
      { what: 'redirect_uri', received: [], registered: [portal.callback] },
    ],
    [
      'an unknown application',
      { client_id: 'portall' },
      { what: 'client_id', received: ['portall'], registered: [] },
    ],
    [
      'what is no client id at all',
      { client_id: '<b>Call us</b>' },
      { what: 'client_id', received: ['…'], registered: [] },
    ],
    [
      'what may be a secret in the place of a client id',
      { client_id: portal.secret },
      { what: 'client_id', received: [`${portal.secret.slice(0, 8)}…`], registered: [] },
    ],
    [
      'a scope',
      { scope: 'openid hush-scope tax_id' },
      { what: 'scope', received: ['tax_id'], registered: scopesOfPortal },
    ],
    [
      'a response type',
      { response_type: 'token' },
      { what: 'response_type', received: ['token'], registered: ['code'] },
    ],
    [
      'several response types',
      { response_type: 'code token' },
      { what: 'response_type', received: ['code token'], registered: ['code'] },
    ],
    [
      'a message in the place of a response type',
      { response_type: 'Call 0800 and say hush', redirect_uri: undefined },
      { what: 'response_type', received: ['…'], registered: ['code'] },
    ],
    [
      'a message in the place of a response mode',
      { response_mode: 'Your account is locked', redirect_uri: undefined },
      { what: 'response_mode', received: ['…'], registered: ['query', 'form_post'] },
    ],
    [
      'a request without PKCE',
      { code_challenge: undefined, code_challenge_method: undefined },
      { what: 'code_challenge', received: [], registered: ['S256'] },
    ],
    [
      'PKCE as plain text',
      { code_challenge_method: 'plain' },
      { what: 'code_challenge_method', received: ['plain'], registered: ['S256'] },
    ],
    [
      'a challenge without a method',
      { code_challenge_method: undefined },
      { what: 'code_challenge_method', received: [], registered: ['S256'] },
    ],
    [
      'a challenge that is too short',
      { code_challenge: 'hush' },
      { what: 'code_challenge', received: ['…'], registered: ['S256'] },
    ],
    [
      'registration along the way',
      { registration: '{"hush":1}' },
      { what: 'registration', received: ['…'], registered: [] },
    ],
  ])('%s', async (_name, changes, fact) => {
    expect(await logged(asked(changes))).toEqual(fact);
  });

  test('a post-logout redirect address', async () => {
    const query = `client_id=${portal.id}&post_logout_redirect_uri=https://portal.example`;
    expect(await logged(() => arena.send({ url: `/oidc/logout?${query}` }))).toEqual({
      what: 'post_logout_redirect_uri',
      received: ['https://portal.example'],
      registered: ['https://portal.example/'],
      differs: ['trailing-slash'],
    });
  });

  test('a grant type', async () => {
    const fields = { grant_type: 'password', username: 'hush', password: 'hush' };
    expect(await logged(() => arena.call('/oidc/token', fields))).toMatchObject({
      what: 'grant_type',
      received: ['password'],
    });
  });

  test.each([
    ['client_secret_basic', labs.id, 'private_key_jwt'],
    ['client_secret_basic', notes.id, 'none'],
  ])('%s by an application with another authentication method', async (used, id, registered) => {
    const headers = basicOf({ id, secret: 'hush' });
    const fields = { grant_type: 'refresh_token', refresh_token: 'x' };
    expect(await logged(() => arena.call('/oidc/token', fields, headers))).toEqual({
      what: 'token_endpoint_auth_method',
      received: [used],
      registered: [registered],
    });
  });

  test('a wrong redirect address at the token endpoint', async () => {
    const code = await arena.withCode();
    const redirect_uri = `${portal.callback}/`;
    expect(await logged(() => arena.exchange(code, { redirect_uri }))).toEqual({
      what: 'redirect_uri',
      received: [redirect_uri],
      registered: [portal.callback],
      differs: ['trailing-slash'],
    });
  });

  test('a wrong redirect address in a pushed authorization request', async () => {
    const { fields } = attemptOf(portal, { redirect_uri: `${portal.callback}/` });
    expect(await logged(() => arena.call('/oidc/par', fields))).toEqual({
      what: 'redirect_uri',
      received: [`${portal.callback}/`],
      registered: [portal.callback],
      differs: ['trailing-slash'],
    });
  });

  test('a service that is not in the client settings', async () => {
    const withoutSlash = new URL(marksApi).origin;
    const { address } = attemptOf(guest, { resource: withoutSlash });
    const browser = await arena.signedIn();
    expect(await logged(() => browser.go(address))).toEqual({
      what: 'resource',
      received: [withoutSlash],
      registered: [marksApi],
      differs: ['trailing-slash'],
    });
  });

  test('never the value sent in place of a secret', () => {
    expect(arena.lines.join('')).not.toContain('hush');
  });
});

describe('the log contains the details of the error response', () => {
  test('for an error without a mismatch', async () => {
    expect(await detailed(asked({ prompt: 'select_account' }))).toEqual([
      ['invalid_request', 'unsupported prompt value requested'],
    ]);
  });

  test('without the parser error, which repeats the sent value', async () => {
    expect(await detailed(asked({ claims: 'whisper' }))).toEqual([
      ['invalid_request', 'could not parse the claims parameter JSON'],
    ]);
    expect(arena.lines.join('')).not.toContain('whisper');
  });

  test('no line for a pending device', async () => {
    const device = createDevice(arena);
    const { device_code } = await device.ask();
    const poll = async () => {
      const answer = await device.poll(device_code);
      expect(answer.json().error).toBe('authorization_pending');
    };
    expect(await detailed(poll)).toEqual([]);
  });
});

describe('the client gets the reason for invalid_grant', () => {
  const wordsOf = async (given: Parameters<Arena['exchange']>[0], changes: Fields = {}) =>
    (await arena.exchange(given, changes)).json().error_description;

  test('a code used before', async () => {
    const code = await arena.withCode();
    expect(await wordsOf(code)).toBeUndefined();
    expect(await wordsOf(code)).toBe('the code was used before');
  });

  test('a wrong redirect address or verifier', async () => {
    const code = await arena.withCode();
    expect(await wordsOf(code, { redirect_uri: 'https://x.example/' })).toContain('redirect_uri');
    expect(await wordsOf(code, { code_verifier: 'x'.repeat(43) })).toContain('code_verifier');
    expect(await wordsOf(code, { code_verifier: undefined })).toBe('code_verifier is missing');
  });

  test('a missing DPoP proof', async () => {
    await addOidcApplication(arena.db, {
      id: bound.id,
      name: 'bound',
      protocol: {
        metadata: { redirect_uris: [bound.callback], dpop_bound_access_tokens: true },
        secret: bound.secret,
      },
    });
    expect(await wordsOf(await arena.withCode(bound))).toBe('a DPoP proof is missing');
  });

  test('expired, unknown and foreign codes get the same description', async () => {
    const late = await arena.withCode();
    arena.clock.now += 61_000;
    const [own, stolen] = [await arena.withCode(), await arena.withCode(notes)];
    const said = [
      await wordsOf(late),
      await wordsOf(own, { code: 'unknown' }),
      await wordsOf({ ...stolen, party: portal }),
    ];
    expect(new Set(said)).toEqual(
      new Set(['it is unknown, has expired, or was not given to this client']),
    );
  });

  test('a client without a secret gets no detailed description', async () => {
    const fields = { client_id: notes.id, code_verifier: 'x'.repeat(43) };
    const answer = await arena.exchange(await arena.withCode(notes), fields, {});
    expect(answer.json().error_description).toBe('grant request is invalid');
  });
});
