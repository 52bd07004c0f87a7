// Scenarios for every client library. `npm test` runs them with a composed server, `npm run test:interop` with a
// started one. They use only the URL of the server.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorIn, refusalOf, type ScenarioGround, type Settled, settle } from './ground.ts';
import { overOauth4webapi } from './oauth4webapi.ts';
import { overOpenidClient } from './openid-client.ts';
import { judgeLogoutToken, type Party } from './party.ts';
import { kindNames, type Registered } from './registered.ts';

/** `open`: opens the environment once for all scenarios. */
export function describeParties(open: () => Promise<ScenarioGround>) {
  let settled: Settled;
  let ground: ScenarioGround;

  beforeAll(async () => {
    settled = await settle(open);
    ground = settled.ground;
  });
  afterAll(() => settled?.close());

  const stranger = () => settled.stranger();
  const student = () => settled.student();
  const signedIn = (party: Party) => settled.signedIn(party);

  describe.each([overOpenidClient, overOauth4webapi])('$name', (library) => {
    describe.each(kindNames)('as the application «%s»', (kind) => {
      let application: Registered;
      let party: Party;

      beforeAll(async () => {
        application = settled.applicationOf(kind);
        party = await library.connect(application, ground);
      });

      test('code, state, iss, nonce, signature; who came, and how', async () => {
        const { received } = await signedIn(party);
        const { alg } = JSON.parse(
          Buffer.from(received.id.split('.')[0] ?? '', 'base64url').toString(),
        );
        expect(alg).toBe(application.alg);
        expect(received.claims).toMatchObject({
          iss: ground.issuer,
          aud: application.clientId,
          amr: ['pwd'],
          sid: expect.any(String),
          auth_time: expect.any(Number),
        });
        expect(await party.userinfo(received)).toMatchObject({
          sub: received.claims.sub,
          ...ground.student.about,
        });
      });

      test('an answer of another provider, or to another request, is refused', async () => {
        const person = await student();
        const attempt = await party.begin();
        const { leadsTo = '' } = await person.go(attempt.address);
        const mixedUp = new URL(leadsTo);
        mixedUp.searchParams.set('iss', 'https://evil.example');
        expect(await refusalOf(party.finish(mixedUp.href, attempt))).toContain('"iss"');
        const another = { ...attempt, state: 'of-another' };
        expect(await refusalOf(party.finish(leadsTo, another))).toContain('"state"');
        const replayed = { ...attempt, nonce: 'of-another' };
        expect(await refusalOf(party.finish(leadsTo, replayed))).toContain('"nonce"');
      });

      test('a code without its verifier, and one that was used, are worth nothing', async () => {
        const person = await student();
        const attempt = await party.begin();
        const { leadsTo = '' } = await person.go(attempt.address);
        const { verifier } = await party.begin();
        await expect(party.finish(leadsTo, { ...attempt, verifier })).rejects.toThrow();
        const { leadsTo: used, attempt: before } = await signedIn(party);
        await expect(party.finish(used, before)).rejects.toThrow();
      });

      test('refresh tokens are replaced at every use', async () => {
        const { received } = await signedIn(party);
        const second = await party.refresh(received);
        const third = await party.refresh(second);
        expect(new Set([received, second, third].map(({ refresh }) => refresh)).size).toBe(3);
        expect(third.claims.sub).toBe(received.claims.sub);
        expect(await party.userinfo(third)).toMatchObject({ sub: received.claims.sub });
        // the second token and its successor are used, so the server treats a client with the first one as a thief
        await expect(party.refresh(received)).rejects.toThrow();
        await expect(party.refresh(third)).rejects.toThrow();
      });

      test('introspection describes the tokens of the application, and none after revocation', async () => {
        const { received } = await signedIn(party);
        expect(await party.introspect(received.access)).toMatchObject({
          active: true,
          client_id: application.clientId,
          sub: received.claims.sub,
        });
        await party.revoke(received.refresh);
        for (const token of [received.refresh, received.access])
          expect(await party.introspect(token)).toEqual({ active: false });
        await expect(party.userinfo(received)).rejects.toThrow();
        await expect(party.refresh(received)).rejects.toThrow();
      });

      test('prompt=none: a code for a signed-in user, login_required otherwise', async () => {
        const attempt = await party.begin({ prompt: 'none' });
        const refused = await stranger().go(attempt.address);
        expect(errorIn(refused.leadsTo)).toBe('login_required');
        await expect(party.finish(refused.leadsTo ?? '', attempt)).rejects.toThrow();
        const { leadsTo = '' } = await (await student()).go(attempt.address);
        expect((await party.finish(leadsTo, attempt)).claims['nonce']).toBe(attempt.nonce);
      });

      test('no user is signed in: the request waits and continues after the sign-in', async () => {
        const person = stranger();
        const attempt = await party.begin();
        const waiting = new URL((await person.go(attempt.address)).url);
        expect(waiting.searchParams.get('appId')).toBe(application.id);
        await person.signIn(ground.issuer, ground.student.username, ground.student.password);
        const next = new URL(`/api/app-redirect${waiting.search}`, ground.issuer);
        const { leadsTo = '' } = await person.go(next);
        expect((await party.finish(leadsTo, attempt)).claims.sub).not.toBe('');
      });

      test('sign-out by the application: it is notified, the user returns to it, and all sessions end', async () => {
        const { person, received } = await signedIn(party);
        const page = await person.go(party.signOutAddress(received, 'after'));
        expect([page.status, page.leadsTo]).toEqual([200, undefined]);
        const { leadsTo } = await person.submit(page);
        expect(leadsTo).toBe(`${application.home}?state=after`);
        await expectToldOf(received.claims);
        const attempt = await party.begin({ prompt: 'none' });
        expect(errorIn((await person.go(attempt.address)).leadsTo)).toBe('login_required');
        await expect(party.refresh(received)).rejects.toThrow();
      });

      test('sign-out at the portal: the application is notified, and all sessions end', async () => {
        const { person, received } = await signedIn(party);
        expect(await person.signOut(ground.issuer)).toEqual({ untold: [] });
        await expectToldOf(received.claims);
        await expect(party.userinfo(received)).rejects.toThrow();
      });

      async function expectToldOf({ sub, sid }: Record<string, unknown>) {
        const tokens = () => settled.receiver.toldAt(`${application.home}sign-out`);
        const sessions = async () => {
          const judged = tokens().map((token) => judgeLogoutToken(token, application, ground));
          return (await Promise.all(judged)).map((claims) => [claims.sub, claims['sid']]);
        };
        await expect.poll(sessions, { timeout: 5000 }).toContainEqual([sub, sid]);
      }
    });
  });
}
