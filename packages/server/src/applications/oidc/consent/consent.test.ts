// Consent for third-party applications: the page, stored consents, refusals, and forged answers.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBrowser } from '../../../../test/support/browser.ts';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { addOidcApplication, portal } from '../../../../test/support/oidc/applications.ts';
import { type Arena, makeArena } from '../../../../test/support/oidc/arena.ts';
import { createDevice, createDeviceUser } from '../../../../test/support/oidc/device.ts';
import {
  addGuests,
  decide,
  guest,
  guestProtocol,
  marksApi,
  proofIn,
  shownIn,
  visitor,
} from '../../../../test/support/oidc/guests.ts';
import { attemptOf, basicOf, ended, type Fields, said } from '../../../../test/support/oidc/raw.ts';
import { addUser } from '../../../../test/support/world.ts';
import { createApplicationStore } from '../../store.ts';
import { oidcSettingsFrom } from '../clients/settings.ts';
import { ConsentStore } from './consent-store.ts';

const names = ({ scopes }: { scopes: string }) => JSON.parse(scopes).sort().join(' ');

describeOnDatabases('consent', (kind) => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await makeArena(kind);
    await addGuests(arena.db);
    await addUser(
      arena.db,
      { username: 'I.Franko', fullName: 'Франко Іван', groups: ['students'] },
      arena.passwordHash,
    );
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterEach(async () => {
    await arena.db.deleteFrom('oidc_consents').execute();
    await setGuest(guestProtocol());
  });
  afterAll(() => arena.close());

  async function setGuest(protocol: object, releases: readonly 'taxId'[] = []) {
    const read = oidcSettingsFrom({ type: 'oidc', ...protocol }, undefined);
    if (!('settings' in read)) throw new Error(JSON.stringify(read.issues));
    const stored = createApplicationStore(arena.db, () => 0);
    const found = (await stored.all()).find(({ id }) => id === guest.id);
    if (!found) throw new Error('no guest');
    await arena.db
      .updateTable('applications')
      .set({
        protocol_settings: JSON.stringify(read.settings),
        releases: JSON.stringify(releases),
      })
      .where('id', '=', guest.id)
      .execute();
  }

  const rows = () => arena.db.selectFrom('oidc_consents').selectAll().execute();
  const grantsOf = (clientId: string) =>
    arena.db
      .selectFrom('oidc_grants')
      .selectAll()
      .where('client_id', '=', clientId)
      .where('session_uid', 'is not', null)
      .execute();

  /** Opens the consent page as a signed-in user. */
  async function asked(changes: Fields = {}, party: typeof guest = guest, username?: string) {
    const browser = await arena.signedIn(username);
    const attempt = attemptOf(party, changes);
    const page = await browser.go(attempt.address);
    return { browser, attempt, page };
  }

  async function allowed(changes: Fields = {}, party: typeof guest = guest) {
    const { browser, attempt, page } = await asked(changes, party);
    const stop = await decide(browser, page, 'allow');
    const code = new URL(stop.location ?? 'none:').searchParams.get('code') ?? '';
    const answer = await arena.exchange({ ...attempt, code });
    return { browser, attempt, stop, tokens: answer.json<Record<string, string>>() };
  }

  const isQuestion = (page: { url: string; status: number; body: string }) =>
    page.status === 200 && page.body.includes('data-page="consent"');

  test('the page shows both spellings of the name and the given name', async () => {
    const setNames = (full_name_en: string | null, given_name: string | null) =>
      arena.db.updateTable('users').set({ full_name_en, given_name }).execute();
    await setNames('Olena Shevchenko', 'Олена');
    const consentTo = async (ui_locales: string) => {
      const { page } = await asked({ scope: 'openid profile', ui_locales });
      return ['consentUser', 'giveProfile'].map((name) => shownIn(page, name));
    };
    const values = 'Шевченко Олена, Olena Shevchenko, Олена, O.Shevchenko';
    expect(await consentTo('uk')).toEqual(['Шевченко Олена (O.Shevchenko)', values]);
    expect(await consentTo('en')).toEqual(['Olena Shevchenko (O.Shevchenko)', values]);
    await setNames(null, null);
  });

  test('the page shows the application, the user and the released values', async () => {
    const { page } = await asked({ scope: 'openid profile email groups campus' });
    expect(new URL(page.url).pathname).toMatch(/^\/oidc\/consent\/[\w-]+$/);
    expect(isQuestion(page)).toBe(true);
    expect(page.body).toContain('<p>guest укр</p>');
    expect(page.body).toContain('mailto:owner@guest.example');
    const shown = ['consentHost', 'consentUser', 'giveProfile', 'giveEmail', 'giveGroups'];
    expect(shown.map((name) => shownIn(page, name))).toEqual([
      'guest.example',
      'Шевченко Олена (O.Shevchenko)',
      'Шевченко Олена, O.Shevchenko',
      'O.Shevchenko@campus.example',
      'students',
    ]);
    expect(shownIn(page, 'giveCampus')).toBe('студент KV-1');
    expect(
      ['giveTaxId', 'giveServices', 'consentKnown'].map((name) => shownIn(page, name)),
    ).toEqual(['', '', '']);
    expect(await rows()).toEqual([]);
    expect(await grantsOf(guest.id)).toEqual([]);
  });

  test('each answer is an event', async () => {
    await arena.db.deleteFrom('events').execute();
    const { browser } = await allowed({ scope: 'openid email' });
    const page = await browser.go(attemptOf(guest, { scope: 'openid profile' }).address);
    await decide(browser, page, 'refuse');
    const cookie = browser.cookies();
    await arena.post('/api/access/end', { application: guest.id }, { cookie });
    const events = await arena.db
      .selectFrom('events')
      .select(['type', 'user_id', 'application_id'])
      .where('type', 'like', 'access.%')
      .execute();
    const about = { user_id: arena.olena, application_id: guest.id };
    expect(events.map(({ type }) => type).sort()).toEqual(
      ['declined', 'granted', 'withdrawn'].map((answer) => `access.${answer}`),
    );
    for (const { type: _, ...rest } of events) expect(rest).toEqual(about);
  });

  test('allowed: the client gets a code, and the next request needs no consent', async () => {
    const { browser, tokens } = await allowed({ scope: 'openid email' });
    const about = (await arena.userinfo(`${tokens['access_token']}`)).json();
    expect(about).toEqual({
      sub: expect.any(String),
      email: 'O.Shevchenko@campus.example',
      email_verified: true,
    });
    expect((await rows()).map(names)).toEqual(['email openid']);
    const again = await browser.go(attemptOf(guest, { scope: 'openid email' }).address);
    expect(ended(again)).toBe('code');
    const less = await browser.go(attemptOf(guest, { scope: 'openid', prompt: 'none' }).address);
    expect(ended(less)).toBe('code');
  });

  test('asks again only for new scopes, and lists them separately', async () => {
    const { browser } = await allowed({ scope: 'openid email' });
    const page = await browser.go(attemptOf(guest, { scope: 'openid email profile' }).address);
    expect(isQuestion(page)).toBe(true);
    expect(shownIn(page, 'giveEmail')).toBe('');
    expect(shownIn(page, 'giveProfile')).toBe('Шевченко Олена, O.Shevchenko');
    expect(shownIn(page, 'consentKnown')).toBe('хто ви і пошта');
    expect(ended(await decide(browser, page, 'allow'))).toBe('code');
    expect((await rows()).map(names)).toEqual(['email openid profile']);
  });

  test('denied: the client gets an error, and earlier consent stays', async () => {
    const { browser, page } = await asked();
    expect(ended(await decide(browser, page, 'refuse'))).toBe('error access_denied');
    expect(await rows()).toEqual([]);
    await allowed({ scope: 'openid email' });
    const more = await asked({ scope: 'openid profile' });
    expect(ended(await decide(more.browser, more.page, 'refuse'))).toBe('error access_denied');
    expect((await rows()).map(names)).toEqual(['email openid']);
  });

  test('prompt=none needs stored consent; prompt=consent always asks for all scopes', async () => {
    const browser = await arena.signedIn();
    const silent = attemptOf(guest, { prompt: 'none' }).address;
    expect(ended(await browser.go(silent))).toBe('error consent_required');
    await allowed();
    expect(ended(await browser.go(silent))).toBe('code');
    const page = await browser.go(attemptOf(guest, { prompt: 'consent' }).address);
    expect(isQuestion(page)).toBe(true);
    expect(shownIn(page, 'giveProfile')).not.toBe('');
    expect(ended(await decide(browser, page, 'allow'))).toBe('code');
  });

  test('first-party applications never ask for consent, also with prompt=consent', async () => {
    const browser = await arena.signedIn();
    const attempt = attemptOf(portal, { prompt: 'consent', scope: 'openid offline_access' });
    expect(ended(await browser.go(attempt.address))).toBe('code');
    expect(await rows()).toEqual([]);
  });

  test('a claim requested without its scope needs consent for the scope', async () => {
    const claims = JSON.stringify({ userinfo: { email: null, student_id: null, acr: null } });
    const { page, browser } = await asked({ scope: 'openid', claims });
    expect(shownIn(page, 'giveEmail')).not.toBe('');
    expect(shownIn(page, 'giveCampus')).not.toBe('');
    expect(shownIn(page, 'giveProfile')).toBe('');
    expect(ended(await decide(browser, page, 'allow'))).toBe('code');
    expect((await rows()).map(names)).toEqual(['campus email openid']);
    const only = JSON.stringify({ userinfo: { email: null } });
    const less = attemptOf(guest, { scope: 'openid', claims: only });
    expect(ended(await browser.go(less.address))).toBe('code');
  });

  test('a claim or scope without consent is not released', async () => {
    const { attempt, tokens } = await allowed({ scope: 'openid' });
    expect(attempt.fields['scope']).toBe('openid');
    expect((await arena.userinfo(`${tokens['access_token']}`)).json()).toEqual({
      sub: expect.any(String),
    });
  });

  test('the page does not list a tax id that is not released', async () => {
    const { browser, page } = await asked({ scope: 'openid tax_id' });
    expect(shownIn(page, 'giveTaxId')).toBe('');
    expect(ended(await decide(browser, page, 'allow'))).toBe('code');
    expect((await rows()).map(names)).toEqual(['openid']);
    await setGuest(guestProtocol(), ['taxId']);
    const later = await browser.go(attemptOf(guest, { scope: 'openid tax_id' }).address);
    expect(shownIn(later, 'giveTaxId')).toBe('лише з Дією');
  });

  test('lists services by title, and stores consent for each scope', async () => {
    const requested = { scope: 'openid marks.read', resource: marksApi };
    const { browser, page } = await asked(requested);
    expect(shownIn(page, 'giveServices')).toBe('Оцінки (marks.read)');
    expect(ended(await decide(browser, page, 'allow'))).toBe('code');
    expect(JSON.parse((await rows())[0]?.resources ?? '')).toEqual({ [marksApi]: ['marks.read'] });
    expect(ended(await browser.go(attemptOf(guest, requested).address))).toBe('code');
    const more = { scope: 'openid marks.read marks.write', resource: marksApi };
    const next = await browser.go(attemptOf(guest, more).address);
    expect(shownIn(next, 'giveServices')).toBe('Оцінки (marks.write)');
  });

  test('the page shows the longest time that service tokens stay valid after sign-out', async () => {
    const files = 'https://files.campus.example/';
    const { resources } = guestProtocol();
    const longer = { indicator: files, scopes: ['files.read'], tokenSeconds: 2700 };
    await setGuest(guestProtocol({}, { resources: [...resources, longer] }));
    const sentence = async (changes: Fields) =>
      shownIn((await asked(changes)).page, 'consentServicesUntil');
    expect(await sentence({ scope: 'openid profile' })).toBe('');
    const marks = { scope: 'openid marks.read', resource: marksApi };
    expect(await sentence(marks)).toBe('після виходу ще 10 хвилин');
    expect(await sentence({ ...marks, ui_locales: 'en' })).toBe('після виходу ще 10 minutes');
    const both = { scope: 'openid marks.read files.read', resource: files };
    expect(await sentence(both)).toBe('після виходу ще 45 хвилин');
    const screen = {
      metadata: {
        grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
        token_endpoint_auth_method: 'none',
      },
      firstParty: false,
      resources,
    };
    const id = crypto.randomUUID();
    await addOidcApplication(arena.db, { id, name: 'guest-marks', protocol: screen });
    const code = (await createDevice(arena, { id }).ask(marks)).user_code;
    const page = await createDeviceUser(await arena.signedIn()).decide(code);
    expect(shownIn(page, 'consentServicesUntil')).toBe('після припинення ще 10 хвилин');
  });

  test('a scope removed from the client settings is not granted', async () => {
    const { browser, tokens } = await allowed({ scope: 'openid email profile' });
    await setGuest(guestProtocol({ scope: 'openid profile' }));
    const about = (await arena.userinfo(`${tokens['access_token']}`)).json();
    expect(about).toMatchObject({ name: 'Шевченко Олена' });
    expect(about.email).toBeUndefined();
    expect(ended(await browser.go(attemptOf(guest, { scope: 'openid profile' }).address))).toBe(
      'code',
    );
  });

  test('introspection returns only scopes that are still granted', async () => {
    const { tokens } = await allowed({
      scope: 'openid email profile marks.read marks.write',
      resource: marksApi,
    });
    const told = async (token = '') => {
      const answer = await arena.call('/oidc/introspect', { token }, basicOf(guest));
      const { active, scope } = answer.json<{ active: boolean; scope?: string }>();
      return { active, scope: scope?.split(' ').sort().join(' ') };
    };
    const all = 'email marks.read marks.write openid profile';
    expect(await told(tokens['refresh_token'])).toEqual({ active: true, scope: all });
    const own = await arena.refresh(`${tokens['refresh_token']}`, guest, {
      scope: 'openid email profile',
    });
    const { access_token: accessToken, refresh_token: refreshToken } = own.json();
    expect(await told(accessToken)).toEqual({ active: true, scope: 'email openid profile' });
    const { resources } = guestProtocol();
    const narrowed = [{ ...resources[0], scopes: ['marks.read'] }];
    await setGuest(guestProtocol({ scope: 'openid profile' }, { resources: narrowed }));
    expect(await told(accessToken)).toEqual({ active: true, scope: 'openid profile' });
    expect(await told(refreshToken)).toMatchObject({ scope: 'marks.read openid profile' });
    await arena.db.deleteFrom('oidc_consents').execute();
    expect(await told(accessToken)).toEqual({ active: false });
  });

  test('after sign-in a suspended request continues with the consent page', async () => {
    const browser = createBrowser(arena.server);
    const attempt = attemptOf(guest, { scope: 'openid profile' });
    const signInPage = new URL((await browser.go(attempt.address)).url);
    browser.take(await arena.signIn());
    const page = await browser.go(`/api/app-redirect${signInPage.search}`);
    expect(isQuestion(page)).toBe(true);
    expect(ended(await decide(browser, page, 'allow'))).toBe('code');
  });

  test('prompt=login consent: asks for sign-in, then for consent, once each', async () => {
    const browser = await arena.signedIn();
    const attempt = attemptOf(guest, { prompt: 'login consent' });
    const signInPage = new URL((await browser.go(attempt.address)).url);
    expect(signInPage.pathname).toBe('/uk/');
    arena.clock.now += 1000;
    browser.take(await arena.signIn('o.shevchenko', arena.server, browser.cookies()));
    const page = await browser.go(`/api/app-redirect${signInPage.search}`);
    expect(isQuestion(page)).toBe(true);
    expect(ended(await decide(browser, page, 'allow'))).toBe('code');
  });

  test('reload, Back, double submit and two tabs work', async () => {
    const { browser, page } = await asked({ scope: 'openid email' });
    expect(isQuestion(await browser.go(new URL(page.url).pathname))).toBe(true);
    const other = await browser.go(attemptOf(guest, { scope: 'openid profile' }).address);
    const first = await decide(browser, page, 'allow');
    expect(ended(first)).toBe('code');
    expect((await decide(browser, page, 'allow')).status).toBe(410);
    expect((await browser.go(new URL(page.url).pathname)).status).toBe(410);
    expect(ended(await decide(browser, other, 'allow'))).toBe('code');
    expect((await rows()).map(names)).toEqual(['email openid profile']);
  });

  test('concurrent decisions in two tabs are both stored', { tags: 'race' }, async () => {
    const { browser, page } = await asked({ scope: 'openid email' });
    const other = await browser.go(attemptOf(guest, { scope: 'openid profile' }).address);
    await Promise.all([decide(browser, page, 'allow'), decide(browser, other, 'allow')]);
    expect((await rows()).map(names)).toEqual(['email openid profile']);
  });

  test('concurrent additions are all stored', { tags: 'race' }, async () => {
    const consents = new ConsentStore(arena.db, () => arena.clock.now);
    const agree = (scope: string) =>
      consents.add(arena.olena, guest.id, { scopes: [scope], resources: {} });
    await agree('openid');
    await Promise.all(['profile', 'email', 'groups', 'campus'].map(agree));
    expect((await rows()).map(names)).toEqual(['campus email groups openid profile']);
  });

  test('an expired request gets an error page', async () => {
    const { browser, page } = await asked();
    arena.clock.now += 3601 * 1000;
    const cookie = await arena.signIn();
    browser.take(cookie);
    expect((await decide(browser, page, 'allow')).status).toBe(410);
    expect(await rows()).toEqual([]);
  });

  test('another user is asked, and decisions of the first user do not apply', async () => {
    const { browser, page } = await asked({ scope: 'openid email' });
    browser.take(await arena.signIn('i.franko'));
    // the page of the first browser, posted by the second
    const theirs = await decide(browser, page, 'allow');
    expect(isQuestion(theirs)).toBe(true);
    expect(shownIn(theirs, 'consentUser')).toBe('Франко Іван (I.Franko)');
    expect(theirs.url).not.toBe(page.url);
    expect(await rows()).toEqual([]);
    expect(ended(await decide(browser, theirs, 'allow'))).toBe('code');
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row?.user_id).not.toBe(arena.olena);
  });

  test('a user who signs in after the decision of another user is asked too', async () => {
    const { browser, page } = await asked();
    const path = new URL(page.url).pathname;
    const answer = await browser.request(path, {
      method: 'POST',
      headers: {
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: `${new URLSearchParams({ proof: proofIn(page), decision: 'allow' })}`,
    });
    browser.take(await arena.signIn('i.franko'));
    const theirs = await browser.go(`${answer.headers.location}`);
    expect(isQuestion(theirs)).toBe(true);
    expect(shownIn(theirs, 'consentUser')).toContain('I.Franko');
  });

  test('after sign-out the user signs in and sees the consent page again', async () => {
    const { browser, page } = await asked();
    await arena.post('/api/auth/logout', undefined, { cookie: browser.cookies() });
    const signInPage = new URL((await decide(browser, page, 'allow')).url);
    expect(signInPage.pathname).toBe('/uk/');
    expect(await rows()).toEqual([]);
    browser.take(await arena.signIn('i.franko'));
    const theirs = await browser.go(`/api/app-redirect${signInPage.search}`);
    expect(shownIn(theirs, 'consentUser')).toContain('I.Franko');
  });

  test('«another user» ends the session, and the next user is asked for consent', async () => {
    const { browser, page } = await asked();
    const signInPage = new URL((await decide(browser, page, 'another-user')).url);
    expect(signInPage.pathname).toBe('/uk/');
    expect((await browser.request('/user')).statusCode).toBe(401);
    browser.take(await arena.signIn('i.franko'));
    const theirs = await browser.go(`/api/app-redirect${signInPage.search}`);
    expect(shownIn(theirs, 'consentUser')).toContain('I.Franko');
  });

  test('another browser with the same session can neither open nor submit the consent page', async () => {
    const { browser, page } = await asked();
    const thief = createBrowser(arena.server);
    thief.take(`brama_session=${browser.cookie('brama_session')}`);
    expect((await thief.go(new URL(page.url).pathname)).status).toBe(410);
    expect((await decide(thief, page, 'allow')).status).toBe(410);
    expect(await rows()).toEqual([]);
  });

  test('the language switch shows the same consent page, only in the same browser', async () => {
    const { browser, page } = await asked({ ui_locales: 'uk' });
    const path = new URL(page.url).pathname;
    const english = await browser.go(`/en${path}`);
    expect([english.url, english.status]).toEqual([page.url, 200]);
    expect(english.body).toContain('<html lang="en">');
    expect(english.body).toContain('guest eng');
    const thief = createBrowser(arena.server);
    expect((await thief.go(`/uk${path}`)).status).toBe(410);
    expect(ended(await decide(browser, page, 'allow'))).toBe('code');
  });

  test('rejects forged decisions: another site, or a missing, foreign or changed token', async () => {
    const { browser, page } = await asked();
    const foreign = await decide(browser, page, 'allow', {
      headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    });
    expect(foreign.status).toBe(403);
    const other = await browser.go(attemptOf(visitor, { scope: 'openid email' }).address);
    const proof = proofIn(page);
    const bent = proof.slice(0, -8) + (proof.at(-8) === 'A' ? 'B' : 'A') + proof.slice(-7);
    for (const wrong of ['', bent, proofIn(other)])
      expect((await decide(browser, page, 'allow', { proof: wrong })).status).toBe(400);
    expect((await decide(browser, page, 'whatever')).status).toBe(400);
    expect(await rows()).toEqual([]);
    expect(ended(await decide(browser, page, 'allow'))).toBe('code');
  });

  test('HEAD changes nothing, and the form policy allows a redirect to the client', async () => {
    const { browser, page } = await asked();
    const path = new URL(page.url).pathname;
    expect((await browser.request(path, { method: 'HEAD' })).statusCode).toBe(405);
    const { headers } = await browser.request(path);
    expect(headers['content-security-policy']).toContain("form-action 'self' https:;");
    expect(headers['cache-control']).toBe('private, no-store');
  });

  test('an application that becomes first-party no longer asks for consent', async () => {
    const { browser, page } = await asked();
    await setGuest(guestProtocol({}, { firstParty: true }));
    expect(ended(await browser.go(attemptOf(guest).address))).toBe('code');
    expect(ended(await decide(browser, page, 'allow'))).toBe('code');
  });

  test('tokens without consent are invalid after an application becomes third-party', async () => {
    await setGuest(guestProtocol({}, { firstParty: true }));
    const { tokens } = await arena.withTokens(guest);
    expect((await arena.userinfo(tokens.access_token)).statusCode).toBe(200);
    await setGuest(guestProtocol());
    expect((await arena.userinfo(tokens.access_token)).statusCode).toBe(401);
    expect(said(await arena.refresh(tokens.refresh_token, guest))).toBe('400 invalid_grant');
  });
});
