// A device of the device flow (RFC 8628), and a user who types its code, for tests.

import type { FastifyInstance } from 'fastify';
import type { Database } from '../../../src/database/connect.ts';
import { createBrowser } from '../browser.ts';
import type { DatabaseKind } from '../databases.ts';
import { makeWorld, type World } from '../world.ts';
import { addOidcApplication } from './applications.ts';
import { type Fields, form, formOf } from './raw.ts';

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const screen = { id: '1f6f0a52-6a0e-4f53-9a64-0d3f3b1f6f77' };
/** A device of another client. */
export const kiosk = { id: '2a6f0a52-6a0e-4f53-9a64-0d3f3b1f6f78' };
/** A device for employees. */
export const panel = { id: '3b6f0a52-6a0e-4f53-9a64-0d3f3b1f6f79' };

const origin = 'http://localhost:3000';
type Browser = ReturnType<typeof createBrowser>;

export async function addDevices(db: Database) {
  const add = (id: string, name: string, groups: string[]) =>
    addOidcApplication(db, {
      id,
      name,
      groups,
      protocol: {
        metadata: {
          grant_types: [deviceGrant, 'refresh_token'],
          token_endpoint_auth_method: 'none',
          client_uri: 'https://screen.example/about',
          scope: 'openid profile offline_access',
        },
      },
    });
  await add(screen.id, 'screen', ['students']);
  await add(kiosk.id, 'kiosk', ['students']);
  await add(panel.id, 'panel', ['employees']);
}

export type Asked = {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  expires_in: number;
  interval: number;
};

export function createDevice({ send }: Pick<World, 'send'>, { id } = screen) {
  const call = (url: string, fields: Fields, to?: FastifyInstance) =>
    send({ method: 'POST', url, headers: form, payload: formOf({ client_id: id, ...fields }) }, to);
  return {
    call,
    ask: async (fields: Fields = {}) =>
      (await call('/oidc/device/auth', { scope: 'openid profile', ...fields })).json<Asked>(),
    poll: (device_code: string, to?: FastifyInstance) =>
      call('/oidc/token', { grant_type: deviceGrant, device_code }, to),
    refresh: (refresh_token: string) =>
      call('/oidc/token', { grant_type: 'refresh_token', refresh_token }),
  };
}

/** Returns the form fields of a device page. */
function fieldsOf(body: string): Record<'proof' | 'code', string> {
  const proof = /name="xsrf" value="([^"]*)"/.exec(body)?.[1] ?? '';
  const code = /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/.exec(body)?.[0] ?? '';
  return { proof, code };
}

export const pageOf = (body: string) => /data-page="([^"]*)"/.exec(body)?.[1];

/** A user on the device pages. */
export function createDeviceUser(browser: Browser) {
  const post = (url: string, fields: Fields) =>
    browser.go(url, {
      method: 'POST',
      headers: { ...form, origin },
      payload: formOf(fields),
    });
  const type = (user_code: string) => post('/device/code', { user_code });
  const answer = (body: string, button: 'confirm' | 'abort') => {
    const { proof, code } = fieldsOf(body);
    return post('/device', { xsrf: proof, user_code: code, [button]: 'yes' });
  };
  return {
    post,
    type,
    answer,
    async decide(user_code: string, button: 'confirm' | 'abort' = 'confirm') {
      return answer((await type(user_code)).body, button);
    },
  };
}

/** A composed server with devices and users. */
export async function makeDeviceStage(kind: DatabaseKind) {
  const world = await makeWorld(kind);
  await addDevices(world.db);
  const device = createDevice(world);

  function stranger(server = world.server) {
    const browser = createBrowser(server);
    return { browser, ...createDeviceUser(browser) };
  }
  async function student(username = 'o.shevchenko', server = world.server) {
    const person = stranger(server);
    person.browser.take(await world.signIn(username));
    return person;
  }

  return {
    world,
    device,
    stranger,
    student,
    userinfo: (token: string) =>
      world.send({ url: '/oidc/userinfo', headers: { authorization: `Bearer ${token}` } }),
    rows: () => world.db.selectFrom('oidc_device_codes').selectAll().execute(),

    async letIn() {
      const asked = await device.ask();
      const person = await student();
      const done = await person.decide(asked.user_code);
      return { asked, person, done };
    },

    /** Moves the clock so that each test starts with unused rate limits. */
    beginAnew() {
      world.clock.now = Math.max(Date.now(), world.clock.now + 11 * 60_000);
    },
  };
}

export type DeviceStage = Awaited<ReturnType<typeof makeDeviceStage>>;
