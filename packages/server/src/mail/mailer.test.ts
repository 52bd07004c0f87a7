import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import type { Letter } from './letter.ts';
import { createMailer, type Mailer } from './mailer.ts';

const letter: Letter = {
  language: 'uk',
  to: 'olena@campus.example',
  subject: 'Новий пароль',
  paragraphs: [
    'Для <olena> & інших.',
    { label: 'Далі', href: 'https://id.campus.example/x#Secret' },
  ],
};

/** A server for mail that keeps what it is told; `refuses` is its answer to a recipient. */
async function makePostOffice() {
  const told: string[] = [];
  const sockets = new Set<Socket>();
  const office = { refuses: '' };
  function answer(line: string): string {
    if (/^EHLO/.test(line)) return '250 here';
    if (/^RCPT/.test(line) && office.refuses) return office.refuses;
    if (/^DATA/.test(line)) return '354 go on';
    return /^QUIT/.test(line) ? '221 bye' : '250 ok';
  }
  const server = createServer((socket) => {
    sockets.add(socket);
    let inData = false;
    socket.on('error', () => undefined).write('220 here\r\n');
    socket.setEncoding('utf8').on('data', (text: string) => {
      told.push(text);
      if (inData && !text.endsWith('\r\n.\r\n')) return;
      inData = /^DATA/.test(text);
      socket.write(`${answer(inData ? 'DATA' : text)}\r\n`);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    office,
    told: () => told.join(''),
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('a letter', () => {
  let post: Awaited<ReturnType<typeof makePostOffice>>;
  let mailer: Mailer;
  let lines: string[];
  beforeEach(async () => {
    post = await makePostOffice();
    lines = [];
    const note = (what: unknown, words?: string) => void lines.push(JSON.stringify([what, words]));
    const env = { SMTP_URL: post.url, MAIL_FROM: 'Campus <id@campus.example>' };
    const settings = readConfig(env, () => '').mail;
    if (!settings) throw new Error('mail is off');
    const log = { info: note, warn: note } as unknown as Parameters<typeof createMailer>[0]['log'];
    mailer = createMailer({ settings, log, show: () => undefined });
  });
  afterEach(() => {
    mailer.close();
    post.close();
  });

  test('goes out as text and HTML to one address, and the log knows neither whom to nor what', async () => {
    await mailer.send(letter);
    const told = post.told();
    expect(told).toContain('MAIL FROM:<id@campus.example>');
    expect(told.match(/RCPT TO:.*/g)).toEqual([expect.stringContaining('<olena@campus.example>')]);
    for (const part of [
      'From: Campus <id@campus.example>',
      'text/plain',
      'text/html',
      'Auto-Submitted',
    ])
      expect(told).toContain(part);
    expect(told).not.toMatch(/<img|<script|http:\/\//i);
    expect(lines).toEqual([expect.stringContaining('a letter is sent')]);
    expect(lines.join()).not.toMatch(/olena|Secret|пароль/);
  });

  test.each([
    'olena@campus.example\r\nBcc: thief@evil.example',
    'olena@campus.example, thief@evil.example',
    '<olena@campus.example> thief@evil.example',
    'Olena <olena@campus.example>',
    `${'o'.repeat(250)}@campus.example`,
    '',
  ])('to %j goes nowhere', async (to) => {
    await mailer.send({ ...letter, to });
    expect(post.told()).toBe('');
    expect(lines).toEqual([expect.stringContaining('could not be sent')]);
  });

  test('whose subject would be a header has none more for it', async () => {
    await mailer.send({ ...letter, subject: 'Новий\r\nBcc: thief@evil.example\r\n\r\nтекст' });
    const head = /DATA\r\n(.*?)\r\n\r\n/s.exec(post.told())?.[1];
    expect(head).toContain('Subject: ');
    expect(head).not.toMatch(/^Bcc:/im);
    expect(post.told().match(/RCPT TO:/g)).toHaveLength(1);
  });

  test('that is refused is no fault of whoever asked, and the log says no address', async () => {
    post.office.refuses = '550 no such user olena@campus.example';
    await mailer.send(letter);
    expect(lines).toEqual([expect.stringContaining('550')]);
    expect(lines.join()).not.toContain('olena');
    post.close();
    await mailer.send(letter);
    expect(lines).toHaveLength(2);
  });
});

test('the demo shows letters on the console', async () => {
  const shown: string[] = [];
  const log = { info: () => undefined, warn: () => undefined };
  const settings = readConfig({}, () => '').mail;
  if (!settings) throw new Error('mail is off');
  const mailer = createMailer({ settings, log, show: (text) => void shown.push(text) });
  await mailer.send(letter);
  expect(shown.join()).toContain('To: olena@campus.example');
  expect(shown.join()).toContain('Далі:\nhttps://id.campus.example/x#Secret');
});

describe('the settings of mail', () => {
  const config = (env: Record<string, string>) => readConfig({ BRAMA_DEMO: '0', ...env }, () => '');
  const MAIL_FROM = 'id@campus.example';

  test('off without a server, outside the demo', () => expect(config({}).mail).toBeUndefined());

  test.each([
    ['smtp://127.0.0.1', { port: 587, secure: false, requireTLS: false }],
    ['smtp://[::1]:25', { host: '::1', port: 25, requireTLS: false }],
    ['smtp://mail.campus.example:25', { port: 25, secure: false, requireTLS: true }],
    [
      'smtps://a%40b:p%3Aw@mail.campus.example',
      { port: 465, secure: true, user: 'a@b', password: 'p:w' },
    ],
  ])('%s', (url, expected) => {
    expect(config({ SMTP_URL: url, MAIL_FROM }).mail?.smtp).toMatchObject(expected);
  });

  test.each([
    [{ SMTP_URL: 'http://mail.campus.example', MAIL_FROM }, 'SMTP_URL: must be smtp:// or'],
    [
      { SMTP_URL: 'smtp://u:Hush@mail.campus.example/x', MAIL_FROM },
      'SMTP_URL: must be smtp:// or',
    ],
    [{ SMTP_URL: 'smtp://mail.campus.example' }, 'MAIL_FROM: must be set'],
    [{ MAIL_FROM }, 'SMTP_URL: must be set'],
    [
      { SMTP_URL: 'smtp://m.example', MAIL_FROM: 'a@b.example\nBcc: c@d.example' },
      'MAIL_FROM: must be one',
    ],
    [
      { SMTP_URL: 'smtp://m.example', MAIL_FROM: 'a@b.example, c@d.example' },
      'MAIL_FROM: must be one',
    ],
  ])('%j is refused, without its secret', (env, words) => {
    const read = () => config(env as Record<string, string>);
    expect(read).toThrow(words);
    expect(read).not.toThrow(/Hush/);
  });
});
