import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Action, actions } from './actions.ts';
import { keptAuthority, makeTelephone } from './authority.ts';
import { type Holder, holders } from './cast.ts';
import { signDigest } from './cms.ts';
import { createDiiaSimulator } from './simulator.ts';

const folder = mkdtempSync(join(tmpdir(), 'brama-diia-'));
const authorityFile = join(folder, 'ca', 'simulator.pem');
const [olena] = holders as [Holder, ...Holder[]];

type Call = { headers: IncomingMessage['headers']; body: string };
const calls: Call[] = [];
let partner: Server;
let diia: Server;
let origin: string;
let stop: () => void;

const listen = (server: Server) =>
  new Promise<string>((done) =>
    server.listen(0, '127.0.0.1', () =>
      done(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    ),
  );

beforeAll(async () => {
  partner = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    calls.push({ headers: request.headers, body });
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
  });
  const callbackUrl = `${await listen(partner)}/api/diia/callback`;
  diia = createServer();
  origin = await listen(diia);
  const simulator = createDiiaSimulator({
    origin,
    callbackUrl,
    authority: keptAuthority(folder),
    acquirerToken: 'acquirer',
    authToken: 'YWJj',
    branchId: 'b',
    offerId: 'o',
    slowSeconds: 0.05,
    lateSeconds: 60,
  });
  diia.on('request', simulator.handle);
  stop = simulator.close;
});
afterAll(() => {
  stop();
  diia.close();
  partner.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => void calls.splice(0));

const bearer = { token: '' };
async function ask(method: string, path: string, body?: unknown, authorization?: string) {
  const answer = await fetch(origin + path, {
    method,
    headers: { authorization: authorization ?? `Bearer ${bearer.token}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}
const getToken = async () => {
  const { body } = await ask('GET', '/api/v1/auth/acquirer/acquirer', undefined, 'Basic YWJj');
  bearer.token = String(body['token']);
};
const dynamic = '/api/v2/acquirers/branch/b/offer-request/dynamic';
const secret = randomBytes(36);
const requestId = createHash('sha256').update(secret).digest('base64');
const asked = { offerId: 'o', requestId, returnLink: 'http://localhost/back', signAlgo: 'ECDSA' };

async function newLink() {
  const { body } = await ask('POST', dynamic, asked);
  return String(body['deeplink']);
}
const press = (link: string, action: Action, holder = olena.id) =>
  fetch(link, {
    method: 'POST',
    headers: { 'accept-language': 'en' },
    body: new URLSearchParams({ action, holder }),
  });

describe('the partner API', () => {
  test('issues a token only for correct secrets and rejects requests without it', async () => {
    const wrong = await ask('GET', '/api/v1/auth/acquirer/acquirer', undefined, 'Basic eA==');
    expect([wrong.status, wrong.body['name']]).toEqual([401, 'UnauthorizedError']);
    expect((await ask('GET', '/api/v1/auth/acquirer/other', undefined, 'Basic YWJj')).status).toBe(
      401,
    );
    bearer.token = 'guessed';
    expect((await ask('POST', dynamic, asked)).status).toBe(401);
    await getToken();
    expect((await ask('POST', dynamic, asked)).status).toBe(200);
  });

  test('branches and offers can be created, changed and deleted', async () => {
    const incomplete = await ask('POST', '/api/v2/acquirers/branch', { name: 'n' });
    expect(incomplete.status).toBe(422);
    expect(incomplete.body['data']).toContainEqual(expect.objectContaining({ field: 'email' }));
    const fields = ['name', 'email', 'region', 'district', 'location', 'street', 'house'];
    const branch = Object.fromEntries(fields.map((field) => [field, 'x']));
    const { _id } = (await ask('POST', '/api/v2/acquirers/branch', branch)).body;
    expect((await ask('GET', '/api/v2/acquirers/branches?skip=0&limit=9')).body['total']).toBe(2);
    const offers = `/api/v1/acquirers/branch/${_id}/offer`;
    const offer = (await ask('POST', offers, { name: 'Вхід' })).body;
    const request = { ...asked, offerId: offer['_id'] };
    const path = `/api/v2/acquirers/branch/${_id}/offer-request/dynamic`;
    expect((await ask('POST', path, request)).status).toBe(200);
    expect((await ask('POST', dynamic, request)).status).toBe(404);
    const one = `/api/v2/acquirers/branch/${_id}`;
    expect((await ask('PUT', one, { name: 'renamed' })).body['name']).toBe('renamed');
    await ask('DELETE', one);
    expect((await ask('GET', one)).status).toBe(404);
    expect((await ask('POST', path, request)).body['message']).toBe('Branch not found');
  });

  test.each([
    ['gateway', 200, 'processCode'],
    ['access-denied', 403, 'message'],
    ['unavailable', 503, 'message'],
  ])('the fault %s lasts until it is cleared', async (fault, status, field) => {
    const set = (value: string) =>
      fetch(origin, { method: 'POST', body: new URLSearchParams({ fault: value }) });
    await set(fault);
    const refused = await ask('POST', dynamic, asked);
    expect([refused.status, Object.keys(refused.body)]).toEqual([
      status,
      expect.arrayContaining([field]),
    ]);
    await set('none');
    expect((await ask('POST', dynamic, asked)).status).toBe(200);
  });

  test('after a 401 the token is invalid and a new token works', async () => {
    await fetch(origin, { method: 'POST', body: new URLSearchParams({ fault: 'unauthorized' }) });
    expect((await ask('POST', dynamic, asked)).status).toBe(401);
    expect((await ask('POST', dynamic, asked)).status).toBe(401);
    await getToken();
    expect((await ask('POST', dynamic, asked)).status).toBe(200);
  });
});

describe('the phone', () => {
  const sent: Record<Action, number> = {
    confirm: 1,
    decline: 0,
    slow: 1,
    late: 0,
    twice: 2,
    'tampered-signature': 1,
    'foreign-authority': 1,
    'expired-certificate': 1,
    'wrong-digest': 1,
    'empty-digest': 1,
    'other-request': 1,
  };

  test.each(actions)('%s', async (action) => {
    const page = await press(await newLink(), action);
    expect(page.status).toBe(200);
    // the delayed signature of `slow` is sent after the response, or before it on a busy machine
    await expect.poll(() => calls.length, { timeout: 15_000 }).toBe(sent[action]);
    for (const { headers, body } of calls) {
      expect(headers['content-type']).toMatch(/^multipart\/mixed; boundary=/);
      expect(headers['x-document-request-trace-id']).toBe(requestId);
      const data = /name="encodeData"\r\n.*\r\n\r\n(\S+)\r\n/.exec(body)?.[1] ?? '';
      const json = JSON.parse(Buffer.from(data, 'base64').toString());
      expect(json).toEqual({ requestId, signature: expect.stringMatching(/^[A-Za-z0-9+/]+=*$/) });
    }
  });

  test('a link can be confirmed once, also after a faulty attempt', async () => {
    const link = await newLink();
    await press(link, 'tampered-signature');
    expect((await press(link, 'confirm')).status).toBe(200);
    expect((await press(link, 'confirm')).status).toBe(410);
    expect((await fetch(link)).status).toBe(410);
    expect(calls).toHaveLength(2);
  });

  test('pages escape names from partners', async () => {
    const name = '<script>alert(1)</script>';
    const { _id } = (await ask('POST', '/api/v1/acquirers/branch/b/offer', { name })).body;
    const { body } = await ask('POST', dynamic, { ...asked, offerId: _id });
    const page = await (await fetch(String(body['deeplink']))).text();
    expect(page).not.toContain('<script>');
  });
});

describe('the certificate authority', () => {
  test('survives restarts, and only the owner can read its key', () => {
    const again = keptAuthority(folder);
    const other = keptAuthority(folder);
    expect(again.certificate.serialNumber.isEqual(other.certificate.serialNumber)).toBe(true);
    expect(readdirSync(join(folder, 'ca'))).toEqual(['simulator.pem']);
    expect(statSync(join(folder, 'authority.key')).mode & 0o077).toBe(0);
  });

  test('openssl accepts the signature of a phone', () => {
    const authority = keptAuthority(folder);
    const digest = Buffer.from(requestId, 'base64');
    const file = (name: string, bytes: Buffer) => {
      writeFileSync(join(folder, name), bytes);
      return join(folder, name);
    };
    const judge = (signature: Buffer, content: Buffer) =>
      execFileSync(
        'openssl',
        ['cms', '-verify', '-cades', '-binary', '-inform', 'DER', '-purpose', 'any']
          .concat(['-in', file('cms.der', signature), '-content', file('content', content)])
          .concat(['-CAfile', authorityFile]),
        { stdio: 'pipe' },
      );
    for (const holder of holders) {
      const signature = signDigest(makeTelephone(authority, holder), digest);
      expect(() => judge(signature, secret)).not.toThrow();
      expect(() => judge(signature, Buffer.from('other'))).toThrow();
    }
    const expired = signDigest(makeTelephone(authority, olena, { expired: true }), digest);
    expect(() => judge(expired, secret)).toThrow(/certificate has expired/);
  });
});
