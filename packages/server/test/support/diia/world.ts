// A composed server with Diia on, one user with a known tax number, and a browser that signs in.

import { createSecretKey } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { hashTaxId } from '../../../src/users/tax-id.ts';
import type { DatabaseKind } from '../databases.ts';
import { addUser, makeWorld } from '../world.ts';
import type { SignatureOptions } from './cms.ts';
import { callbackOf, createTestDiia } from './partner.ts';

export const taxId = '3184710691';
const clockStart = Date.parse('2026-11-20T12:00:00Z');

export type DiiaWorld = Awaited<ReturnType<typeof makeDiiaWorld>>;

type Elsewhere = {
  /** Start of the validity of the authorities. */
  now?: number;
  /** Called first for every URL; if it returns undefined, Diia is called. */
  elsewhere?(url: string, init: RequestInit): Promise<Response> | undefined;
};

export async function makeDiiaWorld(
  kind: DatabaseKind,
  env: Record<string, string> = {},
  { now = clockStart, elsewhere = () => undefined }: Elsewhere = {},
) {
  const diia = createTestDiia(now);
  const world = await makeWorld(
    kind,
    { ...diia.makeEnv(), ...env },
    async (url, init) => elsewhere(url, init) ?? diia.fetch(url, init),
  );
  const hash = (number: string) => hashTaxId(number, createSecretKey(world.keys.taxId));
  const taras = await addUser(
    world.db,
    { username: 'taras', fullName: 'Мельник Тарас', studentId: 'KV-2', taxIdHash: hash(taxId) },
    world.passwordHash,
  );
  const person = diia.person(`TINUA-${taxId}`);

  /** Requests a link as a browser does. The returned `cookie` is the browser's afterwards. */
  async function askLink(cookie = '', to: FastifyInstance = world.server) {
    const answer = await world.send({ url: '/api/diia/app-link', headers: { cookie } }, to);
    const [set] = answer.cookies;
    return { ...answer.json(), answer, cookie: set ? `${set.name}=${set.value}` : cookie };
  }

  function check(requestId: string, cookie: string, to: FastifyInstance = world.server) {
    const query = new URLSearchParams({ requestId });
    return world.send({ url: `/api/diia/check-request?${query}`, headers: { cookie } }, to);
  }

  function sign(requestId: string, options: Partial<SignatureOptions> = {}) {
    return diia.sign(requestId, { leaf: person, now: world.clock.now, ...options });
  }

  /** Sends a callback as Diia's server, without headers of a browser. */
  function call(
    request: { payload: string | Buffer; headers: Record<string, string> },
    to = world.server,
  ) {
    return to.inject({ method: 'POST', url: '/api/diia/callback', ...request });
  }

  const confirm = (requestId: string, options: Partial<SignatureOptions> = {}, to = world.server) =>
    call(callbackOf(requestId, sign(requestId, options)), to);

  async function confirmed() {
    const link = await askLink();
    const answer = await confirm(link.requestId);
    if (answer.statusCode !== 200) throw new Error(`not confirmed: ${answer.body}`);
    return link;
  }

  const enter = (sessionId: string, to = world.server) =>
    world.post('/api/auth/internal', { sessionId }, {}, to);

  /** Signs in with Diia. Returns the session's Cookie header, and the request that opened the session. */
  async function signedIn() {
    const link = await confirmed();
    const { sessionId } = (await check(link.requestId, link.cookie)).json();
    const [set] = (await enter(sessionId)).cookies;
    if (!set) throw new Error('not signed in');
    return { session: `${set.name}=${set.value}`, ...link };
  }

  /** Returns the logged reasons of refused callbacks. */
  const reasons = () =>
    world.lines
      .map((line) => JSON.parse(line))
      .filter((line) => line.msg === 'a callback of Diia is refused')
      .map((line) => line.reason);

  return {
    ...world,
    diia,
    taras,
    person,
    hash,
    askLink,
    check,
    sign,
    call,
    confirm,
    confirmed,
    enter,
    signedIn,
    reasons,
  };
}
