// Drives a composed server, with every sign-in method on, through each flow that encrypts something or sets a cookie.

import { expect } from 'vitest';
import { createBrowser } from '../support/browser.ts';
import { addCasApplications, timetable } from '../support/cas/applications.ts';
import { ask, ticketFor } from '../support/cas/client.ts';
import { makeDiiaWorld } from '../support/diia/world.ts';
import { clientId, clientSecret, createTestIssuer, issuer } from '../support/google/issuer.ts';
import { olena } from '../support/google/world.ts';
import { addOidcApplications, portal } from '../support/oidc/applications.ts';
import { addDevices, createDevice, createDeviceUser } from '../support/oidc/device.ts';
import { addGuests, decide, guest } from '../support/oidc/guests.ts';
import { attemptOf, basicOf, form, formOf } from '../support/oidc/raw.ts';
import { createSetUpSteps } from '../support/second-factor/set-up.ts';
import { createSecondFactorSteps } from '../support/second-factor/steps.ts';
import { password } from '../support/world.ts';

const settings = {
  GOOGLE_ISSUER: issuer,
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_CLIENT_SECRET: clientSecret,
  GOOGLE_HOSTED_DOMAINS: 'campus.example',
  OIDC_REGISTRATION: '1',
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'brama@campus.example',
  SECURITY_CONTACT: 'security@campus.example',
};

export type Tour = Awaited<ReturnType<typeof makeTour>>;

/** `baseUrl`: with https the cookies have their names with `__Host-`. */
export async function makeTour(baseUrl: string) {
  const google = createTestIssuer();
  const world = await makeDiiaWorld(
    'sqlite',
    { ...settings, BASE_URL: baseUrl },
    {
      now: Date.now(),
      elsewhere: (url, init) => (url.startsWith(issuer) ? google.fetch(url, init) : undefined),
    },
  );
  world.clock.now = Date.now();
  google.now = () => world.clock.now;
  await addOidcApplications(world.db);
  await addGuests(world.db);
  await addDevices(world.db);
  await addCasApplications(world.db);
  const { server } = world;
  const origin = new URL(baseUrl).origin;

  async function signedIn() {
    const browser = createBrowser(server);
    const { sessionId } = (
      await world.post('/api/auth', { username: 'o.shevchenko', password })
    ).json();
    const headers = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
    const answer = await browser.request('/api/auth/internal', {
      method: 'POST',
      payload: { sessionId },
      headers,
    });
    expect(answer.statusCode).toBe(200);
    return browser;
  }

  async function suspendedRequest() {
    const browser = createBrowser(server);
    const stop = await browser.request(attemptOf(portal).address);
    expect(stop.statusCode).toBe(303);
    expect(`${stop.headers.location}`).toContain('request=');
    const long = await world.send({
      method: 'POST',
      url: '/oidc/auth',
      headers: form,
      payload: formOf({ ...attemptOf(portal).fields, custom: 'x'.repeat(5000) }),
    });
    expect(`${long.headers.location}`).toContain('aside=');
    const pushed = await world.send({
      method: 'POST',
      url: '/oidc/par',
      headers: { ...form, ...basicOf(portal) },
      payload: formOf(attemptOf(portal).fields),
    });
    expect(pushed.statusCode).toBe(201);
    await browser.request(
      `/oidc/auth?${formOf({ client_id: portal.id, request_uri: pushed.json().request_uri })}`,
    );
  }

  return {
    world,
    suspendedRequest,

    async consentAndSignOut() {
      const browser = await signedIn();
      const page = await browser.go(attemptOf(guest).address);
      expect(page.body).toContain('data-page="consent"');
      await decide(browser, page, 'allow');
      expect((await browser.request('/oidc/logout')).statusCode).toBe(200);
    },

    async serviceTicket() {
      const browser = await signedIn();
      const { service } = timetable;
      const ticket = await ticketFor(world, browser.cookies(), service);
      expect(await ask(world, 'serviceValidate', { service, ticket })).toHaveProperty('user');
      expect((await browser.request('/cas/logout')).statusCode).toBe(200);
    },

    async deviceCode() {
      const asked = await createDevice(world).ask();
      const { type } = createDeviceUser(await signedIn());
      expect((await type(asked.user_code)).status).toBe(200);
    },

    async signInWithGoogle() {
      const browser = createBrowser(server);
      const start = await browser.request('/api/google/redirect');
      const returned = google.choose(`${start.headers.location}`, olena);
      const query = new URLSearchParams(returned as Record<string, string>);
      expect((await browser.request(`/google-auth?${query}`)).statusCode).toBe(200);
      const answer = await browser.request(`/google/auth?${query}`, {
        headers: {
          'sec-fetch-site': 'same-origin',
          'sec-fetch-mode': 'cors',
          'sec-fetch-dest': 'empty',
        },
      });
      expect(answer.statusCode).toBe(200);
    },

    async signInWithDiia() {
      const { session } = await world.signedIn();
      expect((await world.send({ url: '/user', headers: { cookie: session } })).statusCode).toBe(
        200,
      );
    },

    async signInWithPasskey() {
      const answer = await world.post('/api/passkey/options', undefined, { origin });
      expect(answer.statusCode).toBe(200);
    },

    async signInWithSecondFactor() {
      const steps = createSecondFactorSteps(world);
      const codeOf = await steps.addApp(world.olena);
      const browser = await steps.pendingBrowser();
      expect((await steps.send(browser, world.olena, '000000')).statusCode).toBe(401);
      const answer = await steps.send(browser, world.olena, codeOf(), { remember: true });
      expect(answer.statusCode).toBe(303);
      await world.db.deleteFrom('totp_factors').execute();
    },

    async setUpSecondFactor() {
      const steps = createSetUpSteps(world);
      const { answer } = await steps.turnOn(await steps.browser('taras'));
      expect(answer.statusCode).toBe(200);
    },

    async forgottenPassword() {
      const answer = await world.send({
        method: 'POST',
        url: '/uk/password/forgot?appId=campus',
        headers: { ...form, origin },
        payload: formOf({ username: 'o.shevchenko' }),
      });
      expect(answer.statusCode).toBeLessThan(400);
    },

    async refusedRequest() {
      const { address } = attemptOf(portal, { redirect_uri: 'https://other.example/' });
      const page = await createBrowser(server).request(address);
      expect(page.body).toContain('/notice?content=');
    },

    async rememberedLanguage() {
      const browser = createBrowser(server);
      await browser.request('/en/notice');
      await browser.request('/en/faq');
    },

    /** The first request composes the administration API. */
    async administration() {
      await createBrowser(server).request('/api/admin/me');
    },
  };
}
