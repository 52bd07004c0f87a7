// Access tokens for services (RFC 8707 §3, RFC 9068 §5) and of clients themselves (RFC 6749 §4.4). Attackers request them for
// other clients or services, or use them for other purposes.

import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { describeOnDatabases } from '../../support/databases.ts';
import { addOidcApplication, portal as application } from '../../support/oidc/applications.ts';
import { type Arena, makeArena, notes } from '../../support/oidc/arena.ts';
import { attemptOf, basicOf, ended, type Fields, said } from '../../support/oidc/raw.ts';

const clerk = {
  id: '0f7d4a2e-1c3b-4f5a-9e8d-7c6b5a493877',
  secret: 'S2FudHNlbGlhcml5YSBpIHlpeWkga2x5dWNoaSA3Nzc3',
  callback: 'https://clerk.example/callback',
};
const marks = 'https://marks.example/api';
const rooms = 'urn:campus:rooms';

describeOnDatabases('access tokens for services', (kind) => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await makeArena(kind);
    await addOidcApplication(arena.db, {
      id: clerk.id,
      name: 'clerk',
      protocol: {
        metadata: {
          redirect_uris: [clerk.callback],
          grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        },
        secret: clerk.secret,
        resources: [
          { indicator: marks, scopes: ['read', 'write'], tokenSeconds: 120 },
          { indicator: rooms, scopes: ['read', 'book'] },
        ],
      },
    });
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterAll(() => arena.close());

  const own = (fields: Fields, party = clerk) =>
    arena.call('/oidc/token', { grant_type: 'client_credentials', ...fields }, basicOf(party));

  async function granted(asked: Fields, atToken: Fields) {
    const given = await arena.withCode(clerk, asked);
    return arena.exchange(given, atToken);
  }

  test('a token has only the requested scopes that the service defines', async () => {
    const asked = { resource: marks, scope: 'openid read book nonsense' };
    const answer = await granted(asked, { resource: marks });
    const claims = decodeJwt(answer.json<{ access_token: string }>().access_token);
    expect(claims).toMatchObject({ aud: marks, scope: 'read', sub: arena.olena });
    expect((claims.exp ?? 0) - (claims.iat ?? 0)).toBe(120);
    for (const name of ['name', 'email', 'groups', 'tax_id', 'accountId', 'sid'])
      expect(claims).not.toHaveProperty(name);
  });

  test.each([
    ['one it did not ask for when the person came', rooms],
    ['one of another application', 'https://payroll.example'],
    ['nothing sensible', 'not an address'],
  ])('a code cannot be exchanged for a token for %s', async (_what, resource) => {
    const answer = await granted({ resource: marks, scope: 'openid read' }, { resource });
    expect(said(answer)).toBe('400 invalid_target');
  });

  test('a code for two services gives a token for one of them at a time', async () => {
    const asked = { resource: [marks, rooms], scope: 'openid read book' };
    const both = await granted(asked, { resource: [marks, rooms] });
    expect(said(both)).toBe('400 invalid_target');
    const one = await granted(asked, { resource: rooms });
    expect(decodeJwt(one.json<{ access_token: string }>().access_token)).toMatchObject({
      aud: rooms,
      scope: 'read book',
    });
  });

  test('an application without services in its record gets no token for a service', async () => {
    const browser = await arena.signedIn();
    const end = await browser.go(attemptOf(application, { resource: marks }).address);
    expect(ended(end)).toBe('error invalid_target');
  });

  test('a token for a service is rejected at userinfo and inactive at introspection', async () => {
    const answer = await granted({ resource: marks, scope: 'openid read' }, { resource: marks });
    const { access_token: token } = answer.json<{ access_token: string }>();
    expect(said(await arena.userinfo(token))).toBe('401 invalid_token');
    const told = await arena.call('/oidc/introspect', { token }, basicOf(clerk));
    expect(told.statusCode === 200 && told.json<{ active: boolean }>().active).toBe(false);
  });

  test('introspection does not show an application the tokens of another application', async () => {
    const ownToken = (await own({})).json<{ access_token: string }>().access_token;
    const { tokens } = await arena.withTokens(clerk);
    for (const token of [ownToken, tokens.access_token, tokens.refresh_token]) {
      const told = await arena.call('/oidc/introspect', { token }, basicOf(application));
      expect(told.json()).toEqual({ active: false });
      const self = await arena.call('/oidc/introspect', { token }, basicOf(clerk));
      expect(self.json()).toMatchObject({ active: true, client_id: clerk.id });
    }
  });

  test('a token of the application itself gives no access to user data', async () => {
    const answer = await own({ scope: 'openid profile email' });
    const { access_token: token, ...rest } = answer.json<Record<string, string>>();
    expect(rest).not.toHaveProperty('id_token');
    expect(rest).not.toHaveProperty('refresh_token');
    expect(said(await arena.userinfo(`${token}`))).toMatch(/^40[13] /);
  });

  test.each<[string, Fields, typeof clerk, string]>([
    ['with a wrong secret', {}, { ...clerk, secret: 'x' }, '401 invalid_client'],
    ['without the grant in its record', {}, application, '400 invalid_request'],
    [
      'for a service it has not',
      { resource: 'https://payroll.example' },
      clerk,
      '400 invalid_target',
    ],
    ['for two at once', { resource: [marks, rooms] }, clerk, '400 invalid_target'],
    ['with scopes of people it may not ask for', { scope: 'tax_id' }, clerk, '400 invalid_scope'],
  ])('a client credentials request %s is rejected', async (_how, fields, party, error) => {
    expect(said(await own(fields, party))).toBe(error);
  });

  test('an application without a secret gets no token of its own', async () => {
    const fields = { grant_type: 'client_credentials', client_id: notes.id };
    expect(said(await arena.call('/oidc/token', fields, {}))).toBe('400 invalid_request');
  });

  test('a refresh token gives no token for a service not requested at the sign-in', async () => {
    const answer = await granted({ resource: marks, scope: 'openid read' }, { resource: marks });
    const { refresh_token } = answer.json<{ refresh_token: string }>();
    expect(said(await arena.refresh(refresh_token, clerk, { resource: rooms }))).toBe(
      '400 invalid_target',
    );
  });
});
