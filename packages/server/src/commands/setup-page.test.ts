// The page of set-up: who may open it, what it refuses, and that it sets up an installation once.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { parseEnv } from 'node:util';
import SqliteFile from 'better-sqlite3';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createBrowser } from '../../test/support/browser.ts';
import { putDatabase } from '../../test/support/databases.ts';
import { form, formOf } from '../../test/support/oidc/raw.ts';
import { installationPropsOf, makeWebBuild } from '../../test/support/web-build.ts';
import { createLogger } from '../http/log.ts';
import { methodsOn } from '../sign-in/methods.ts';
import { composeSetup } from './setup/compose-setup.ts';
import { configBefore, readStart } from './setup/install.ts';
import { runSetup } from './setup.ts';

const local = 'localhost:3000';
/** What a browser on the server sends when a person opens a page. */
const opened = { host: local, 'sec-fetch-site': 'none' };
const page = '/uk/setup';
const formPage = '/uk/setup/form';

let folder: string;
let env: Record<string, string>;
let out: string[];
let err: string[];
let lines: string[];
let now: number;
const servers: FastifyInstance[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brama-setup-page-'));
  env = { DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'trace' };
  out = [];
  err = [];
  lines = [];
  now = Date.now();
  vi.spyOn(console, 'log').mockImplementation((line) => void out.push(`${line}`));
  vi.spyOn(console, 'error').mockImplementation((line) => void err.push(`${line}`));
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const server of servers.splice(0)) await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const inData = (name: string) => join(env['DATA_DIR'] ?? '', name);
const settings = () => parseEnv(readFileSync(inData('settings.env'), 'utf8'));
const codeFiles = () => readdirSync(inData('')).filter((name) => name.startsWith('setup-code'));

/** Runs `brama setup code`. Returns the code. */
async function printCode(): Promise<string> {
  const context = { folder, env, input: Readable.from([]), output: new PassThrough() };
  expect(await runSetup(['code'], context), err.join()).toBe(0);
  return out.at(-1)?.split('\n')[0] ?? '';
}

async function open() {
  const start = readStart(env);
  const config = configBefore(start);
  const logDestination = { write: (line: string) => void lines.push(line) };
  const onDone = vi.fn();
  const server = await composeSetup({
    start,
    config,
    site: makeWebBuild(methodsOn(config)),
    logger: createLogger('trace', logDestination),
    logDestination,
    now: () => now,
    onDone,
  });
  servers.push(server);
  return { server, onDone };
}

type Browser = ReturnType<typeof createBrowser>;

const headers = { host: local, 'sec-fetch-site': 'same-origin', ...form };
const submit = (browser: Browser, url: string, fields: Record<string, string>, more = {}) =>
  browser.submit(url, {
    method: 'POST',
    headers: { ...headers, ...more },
    payload: formOf(fields),
  });

const fields = {
  organisationUk: 'Університет',
  organisationEn: 'University',
  username: 'first',
  fullName: 'Перша',
  email: 'first@campus.example',
};

/** Opens the form with the code. */
async function enter(server: FastifyInstance, code: string, more = {}) {
  const browser = createBrowser(server);
  const answer = await submit(browser, page, { code }, more);
  // a refused form leads to its page, which says why
  return { browser, location: answer.headers.location ?? answer.statusCode };
}

test('the code stands in a file for its owner alone, and is printed until a browser has used it', async () => {
  const code = await printCode();
  expect(code).toMatch(/^[\da-f]{8}(-[\da-f]{8}){3}$/);
  expect(readFileSync(inData('setup-code'), 'utf8')).toMatch(new RegExp(`^${code}\nvalid until 2`));
  expect(statSync(inData('setup-code')).mode & 0o777).toBe(0o600);
  expect(await printCode()).toBe(code);
  const { server } = await open();
  expect((await enter(server, code)).location).toBe(formPage);
  const next = await printCode();
  expect(next).not.toBe(code);
  expect((await enter(server, code)).location).toBe(403);
  expect((await enter(server, next)).location).toBe(formPage);
});

test('one page sets up the installation', async () => {
  const code = await printCode();
  const { server, onDone } = await open();
  const { browser } = await enter(server, ` ${code.toUpperCase().replaceAll('-', ' ')} `);
  const shown = await browser.request(formPage, { headers: opened });
  expect(installationPropsOf('setup-form', shown.body)).toEqual({
    message: '',
    wrong: '',
    address: `http://${local}`,
    database: 'sqlite',
    folder: env['DATA_DIR'],
    fields: [
      'organisationUk',
      'organisationEn',
      'logo',
      'colour',
      'proxies',
      'smtpUrl',
      'mailFrom',
    ],
    typed: expect.anything(),
  });
  const all = {
    ...fields,
    colour: '#1a5fb4',
    proxies: '1',
    smtpUrl: 'smtp://id@mail.example',
    smtpPassword: 'p/w',
    mailFrom: 'id@c.example',
    secondUsername: 'second',
    secondFullName: 'Друга',
    secondEmail: 'second@c.example',
  };
  const done = await submit(browser, formPage, all);
  expect(done.statusCode).toBe(200);
  expect(done.headers['cache-control']).toBe('private, no-store');
  // the reply is complete before the server closes
  expect(done.headers.connection).toBe('close');
  const props = installationPropsOf('setup-done', done.body);
  expect(props).toMatchObject({
    href: `http://${local}/uk/recovery/access-code`,
    administrators: [{ username: 'first' }, { username: 'second' }],
    keys: [{ file: inData('data.key') }, { file: inData('tax-id.key') }],
    settingsFile: inData('settings.env'),
  });
  expect(settings()).toMatchObject({
    NODE_ENV: 'production',
    BASE_URL: `http://${local}`,
    ORGANISATION_NAME_UK: 'Університет',
    ORGANISATION_COLOUR: '#1a5fb4',
    TRUST_PROXY: '1',
    SMTP_URL: 'smtp://id:p%2Fw@mail.example',
  });
  expect(onDone).toHaveBeenCalled();
  expect(codeFiles()).toEqual([]);
  const secrets = [code, code.replaceAll('-', ''), 'p/w', 'p%2Fw'];
  for (const secret of [...secrets, ...props.administrators.map((one) => one.accessCode)])
    expect(lines.join()).not.toContain(secret);
  // nothing is left
  for (const path of [page, formPage])
    expect((await browser.request(path, { headers: opened })).statusCode).toBe(404);
  expect((await submit(browser, formPage, all)).statusCode).toBe(404);
});

describe('the code', () => {
  test('works in the first browser alone', async () => {
    const code = await printCode();
    const { server } = await open();
    const { browser } = await enter(server, code);
    const other = await enter(server, code);
    expect(other.location).toBe(403);
    expect((await submit(other.browser, formPage, fields)).headers.location).toBe(page);
    // also after a restart
    const again = (await open()).server;
    expect((await enter(again, code)).location).toBe(403);
    expect((await submit(browser, page, { code })).headers.location).toBe(formPage);
  });

  test('works for 24 hours', async () => {
    const code = await printCode();
    const { server } = await open();
    const { browser } = await enter(server, code);
    now += 24 * 3_600_000 + 1000;
    expect((await submit(browser, formPage, fields)).headers.location).toBe(page);
    expect((await enter(server, code)).location).toBe(403);
    expect(existsSync(inData('settings.env'))).toBe(false);
  });

  test('may be wrong ten times an hour', async () => {
    const code = await printCode();
    const { server } = await open();
    const browser = createBrowser(server);
    for (let tries = 0; tries < 10; tries += 1) {
      const refused = await submit(browser, page, { code: `${'0'.repeat(31)}${tries}` });
      expect(refused.statusCode).toBe(403);
      expect(installationPropsOf('setup-code', refused.body).message).toBe('Код неправильний.');
    }
    const more = await submit(browser, page, { code: '0'.repeat(32) });
    expect(more.statusCode).toBe(429);
    expect(Number(more.headers['retry-after'])).toBeGreaterThan(3000);
    // wrong codes of others in the network do not lock out the right one
    expect((await submit(browser, page, { code })).headers.location).toBe(formPage);
  });

  test('is not accepted from the page of another origin', async () => {
    const code = await printCode();
    const { server } = await open();
    const browser = createBrowser(server);
    const foreign = await submit(browser, page, { code }, { 'sec-fetch-site': 'cross-site' });
    expect(foreign.headers.location).not.toBe(formPage);
    expect(codeFiles()).toEqual(['setup-code']);
  });
});

describe('the place of the page', () => {
  const stateAt = async (server: FastifyInstance, options: InjectOptions) => {
    const headers = { 'sec-fetch-site': 'none', ...options.headers };
    const { statusCode, body } = await server.inject({ url: page, ...options, headers });
    const { state } = installationPropsOf('setup-code', body);
    return [statusCode, state];
  };

  test.each([
    ['another machine', { remoteAddress: '192.0.2.1', headers: { host: local } }],
    ['another host', { headers: { host: 'id.campus.example' } }],
    ['a proxy that is not trusted', { headers: { host: local, 'x-forwarded-for': '192.0.2.1' } }],
    ['a proxy that changes the host', { headers: { host: local, origin: 'https://id.example' } }],
    ['another header of proxies', { headers: { host: local, forwarded: 'for=192.0.2.1' } }],
    ['a claim of https', { headers: { host: 'id.campus.example', 'x-forwarded-proto': 'https' } }],
  ])('over http: not with %s', async (_, options) => {
    await printCode();
    const { server } = await open();
    expect(await stateAt(server, options)).toEqual([403, 'insecure']);
    const posted = { ...options.headers, 'sec-fetch-site': 'same-origin', ...form };
    const { statusCode } = await server.inject({
      ...options,
      method: 'POST',
      url: page,
      headers: posted,
      payload: formOf({ code: await printCode() }),
    });
    expect(statusCode).toBe(403);
    expect(codeFiles()).toEqual(['setup-code']);
  });

  test('over http: not behind a proxy that says nothing and names this machine', async () => {
    await printCode();
    const { server } = await open();
    // a browser sends no fetch metadata to http://id.campus.example
    const { statusCode, body } = await server.inject({ url: page, headers: { host: local } });
    expect([statusCode, installationPropsOf('setup-code', body).state]).toEqual([403, 'insecure']);
  });

  test('https is what a trusted proxy says', async () => {
    env = { ...env, TRUST_PROXY: '1' };
    const code = await printCode();
    const { server } = await open();
    const host = 'id.campus.example';
    const plain = { host, 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'http' };
    expect(await stateAt(server, { headers: plain })).toEqual([403, 'insecure']);
    const proxied = { ...plain, 'x-forwarded-proto': 'https' };
    const { browser, location } = await enter(server, code, proxied);
    expect(location).toBe(formPage);
    expect(browser.cookie('__Host-brama_setup')).toBeDefined();
    const done = await submit(browser, formPage, fields, proxied);
    expect(done.statusCode).toBe(200);
    expect(settings()).toMatchObject({ BASE_URL: `https://${host}` });
    expect(settings()['TRUST_PROXY']).toBeUndefined();
  });

  test('it is that of the environment', async () => {
    env = { ...env, TRUST_PROXY: '1', BASE_URL: 'https://id.campus.example' };
    await printCode();
    const { server } = await open();
    const proxied = { 'x-forwarded-for': '192.0.2.1', 'x-forwarded-proto': 'https' };
    const other = { host: 'other.example', ...proxied };
    expect(await stateAt(server, { headers: other })).toEqual([403, 'elsewhere']);
    const own = { host: 'id.campus.example', ...proxied };
    expect(await stateAt(server, { headers: own })).toEqual([200, 'code']);
  });
});

test('a wrong field is named, and what was typed is kept except the password', async () => {
  const code = await printCode();
  const { server } = await open();
  const { browser } = await enter(server, code);
  const cases: [Record<string, string>, string][] = [
    [{ organisationEn: ' ' }, 'organisationEn'],
    // the settings file cannot hold it
    [{ organisationEn: `"'\`` }, 'organisationEn'],
    [{ username: 'a b' }, 'username'],
    [
      { secondUsername: 'FIRST', secondFullName: 'x', secondEmail: 'x@c.example' },
      'secondUsername',
    ],
    [{ secondUsername: 'second' }, 'secondFullName'],
    [{ logo: '/missing.svg' }, 'logo'],
    [{ colour: '#ffc53d' }, 'colour'],
    [{ proxies: 'two' }, 'proxies'],
    [{ smtpUrl: 'mail.example' }, 'smtpUrl'],
    [{ smtpUrl: 'smtp://id:password@mail.example', mailFrom: 'id@c.example' }, 'smtpUrl'],
    [{ smtpUrl: 'smtp://id@mail.example' }, 'mailFrom'],
    [{ smtpPassword: 'only' }, 'smtpPassword'],
  ];
  for (const [given, wrong] of cases) {
    const refused = await submit(browser, formPage, { smtpPassword: '', ...fields, ...given });
    expect(refused.statusCode, wrong).toBe(422);
    const props = installationPropsOf('setup-form', refused.body);
    expect(props).toMatchObject({ wrong, message: `Перевірте: ${wrong}.` });
    expect(props.typed['fullName']).toBe('Перша');
    expect(props.typed).not.toHaveProperty('smtpPassword');
  }
  expect(existsSync(inData('settings.env'))).toBe(false);
  expect(existsSync(inData('data.key'))).toBe(false);
});

describe('an uploaded logo', () => {
  const svg = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>');
  const png = readFileSync(new URL('../../../web/public/icon-180.png', import.meta.url));

  /** Sends the form as a browser does that has no script. */
  async function upload(browser: Browser, image: Buffer, more: Record<string, string> = {}) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ ...fields, ...more })) form.append(name, value);
    form.append('logoFile', new File([new Uint8Array(image)], 'any.name'));
    const request = new Response(form);
    return browser.submit(formPage, {
      method: 'POST',
      headers: { ...headers, 'content-type': `${request.headers.get('content-type')}` },
      payload: Buffer.from(await request.arrayBuffer()),
    });
  }

  test.each([
    ['svg', svg],
    ['png', png],
  ])('is stored beside the settings as %s, by its content', async (extension, image) => {
    const code = await printCode();
    const { server } = await open();
    const { browser } = await enter(server, code);
    // an image counts more than a path
    expect((await upload(browser, image, { logo: '/missing.svg' })).statusCode).toBe(200);
    const file = settings()['ORGANISATION_LOGO'] ?? '';
    expect(file).toMatch(new RegExp(`organisation-[\\da-f]{8}\\.${extension}$`));
    expect(readFileSync(file)).toEqual(image);
  });

  test.each([
    ['another file', Buffer.from('GIF89a')],
    ['a page', Buffer.from('<html><body></body></html>')],
    ['a large one', Buffer.concat([png, Buffer.alloc(200 * 1024)])],
  ])('is refused if it is %s, and what was typed is kept', async (_, image) => {
    const code = await printCode();
    const { server } = await open();
    const { browser } = await enter(server, code);
    const refused = await upload(browser, image);
    expect(refused.statusCode).toBe(422);
    expect(installationPropsOf('setup-form', refused.body)).toMatchObject({
      wrong: 'logo',
      typed: { fullName: 'Перша' },
    });
    expect(existsSync(inData('settings.env'))).toBe(false);
  });

  test('is not chosen by a browser that sends an empty file', async () => {
    const code = await printCode();
    const { server } = await open();
    const { browser } = await enter(server, code);
    expect((await upload(browser, Buffer.alloc(0))).statusCode).toBe(200);
    expect(settings()['ORGANISATION_LOGO']).toBeUndefined();
  });

  test('of too many bytes, and a broken form, are refused by the server', async () => {
    const code = await printCode();
    const { server } = await open();
    const { browser } = await enter(server, code);
    expect((await upload(browser, Buffer.alloc(3 * 1024 * 1024))).statusCode).toBe(413);
    const broken = await browser.submit(formPage, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'multipart/form-data; boundary=x' },
      payload: 'y',
    });
    expect(broken.statusCode).toBe(400);
  });
});

test('of two forms at once one wins', async () => {
  const code = await printCode();
  const { server } = await open();
  const { browser } = await enter(server, code);
  const both = await Promise.all([
    submit(browser, formPage, fields),
    submit(browser, formPage, { ...fields, username: 'other' }),
  ]);
  expect(both.map(({ statusCode }) => statusCode === 200).sort()).toEqual([false, true]);
  const database = new SqliteFile(inData('brama.sqlite'));
  expect(database.prepare('select count(*) as n from users').get()).toEqual({ n: 1 });
  database.close();
});

test('an interrupted set-up continues with its settings', async () => {
  const code = await printCode();
  putDatabase(inData(''));
  const first = await open();
  const trigger = new SqliteFile(inData('brama.sqlite'));
  trigger.exec(`create trigger fail before insert on users begin select raise(abort, 'no'); end`);
  const { browser } = await enter(first.server, code);
  expect((await submit(browser, formPage, fields)).statusCode).toBe(500);
  trigger.exec('drop trigger fail');
  trigger.close();
  const before = settings();
  const { server } = await open();
  // the browser keeps its cookie
  expect((await enter(server, code)).location).toBe(403);
  const next = await enter(server, await printCode());
  const shown = await next.browser.request(formPage, { headers: opened });
  expect(installationPropsOf('setup-form', shown.body)).toMatchObject({ fields: [] });
  expect((await submit(next.browser, formPage, fields)).statusCode).toBe(200);
  expect(settings()).toEqual(before);
});

test.each(['administrator', 'users'])('is 404 in a database with %s', async (kind) => {
  await printCode();
  const { server, onDone } = await open();
  putDatabase(inData(''));
  const database = new SqliteFile(inData('brama.sqlite'));
  // as after a restore
  if (kind === 'administrator')
    database.exec(
      "insert into installation (name, value, recorded_at) values ('administrator', '1', 1)",
    );
  else
    database.exec(
      "insert into users (id, username, username_key, full_name, data, groups, disabled, version, created_at, updated_at, disabled_by_administrator) values ('a', 'a', 'a', 'a', '{}', '[]', 0, 0, 0, 0, 0)",
    );
  database.close();
  for (const path of [page, formPage, '/en/setup'])
    expect((await server.inject({ url: path, headers: opened })).statusCode).toBe(404);
  expect(onDone).toHaveBeenCalled();
  const context = { folder, env, input: Readable.from([]), output: new PassThrough() };
  expect(await runSetup(['code'], context)).toBe(1);
  expect(err.at(-1)).toContain('so it is not new');
});

test('set-up by the command removes the code, and ends the page without a visit', async () => {
  await printCode();
  const { onDone } = await open();
  const args = Object.entries({
    address: 'https://id.campus.example',
    'organisation-uk': 'У',
    'organisation-en': 'U',
    username: 'first',
    name: 'First',
    email: 'first@c.example',
  }).flatMap(([name, value]) => [`--${name}`, value]);
  const context = {
    folder,
    env: { ...env, LOG_LEVEL: 'silent' },
    input: Readable.from([]),
    output: new PassThrough(),
  };
  expect(onDone).not.toHaveBeenCalled();
  expect(await runSetup(args, context), err.join()).toBe(0);
  expect(codeFiles()).toEqual([]);
  await vi.waitFor(() => expect(onDone).toHaveBeenCalled(), 5000);
});

test('other addresses lead to the page, and health answers', async () => {
  await printCode();
  const { server } = await open();
  const home = await server.inject({ url: '/', headers: { 'accept-language': 'en' } });
  expect([home.statusCode, home.headers.location]).toEqual([302, '/en/setup']);
  expect((await server.inject({ url: '/readyz' })).statusCode).toBe(200);
});
