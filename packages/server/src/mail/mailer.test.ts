import { contrastRatio } from '@brama/contract/style/contrast';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts';
import { readConfig } from '../app/config.ts';
import { type Email, htmlOf } from './email.ts';
import { createMailer, type Mailer } from './mailer.ts';

const email: Email = {
  language: 'uk',
  to: 'olena@campus.example',
  subject: 'Новий пароль',
  brand: 'Брама',
  organisation: 'Академія',
  paragraphs: [
    'Для <olena> & інших.',
    { label: 'Далі', href: 'https://id.campus.example/x#Secret' },
  ],
  facts: [{ name: 'Логін', value: 'o.shevchenko' }],
};

describe('an email', () => {
  let mailServer: MailServer;
  let mailer: Mailer;
  let lines: string[];
  let log: Parameters<typeof createMailer>[0]['log'];
  const timeouts = { connectionTimeout: 50, greetingTimeout: 50, socketTimeout: 50 };

  /** Creates a mailer. `at` is the actual address of the mail server. */
  function mailerFor(
    SMTP_URL: string,
    at: { host?: string } = {},
    more: object = {},
    MAIL_FROM = 'Campus <id@campus.example>',
  ) {
    const env = { SMTP_URL, MAIL_FROM };
    const settings = readConfig(env, () => '').mail;
    if (!settings?.smtp) throw new Error('mail is off');
    const there = { ...settings, smtp: { ...settings.smtp, ...at } };
    return createMailer({ settings: there, log, show: () => undefined, ...more });
  }

  beforeEach(async () => {
    mailServer = await startMailServer();
    lines = [];
    const note = (what: unknown, words?: string) => void lines.push(JSON.stringify([what, words]));
    log = { info: note, warn: note } as unknown as typeof log;
    mailer = mailerFor(`smtp://127.0.0.1:${mailServer.port}`);
  });
  afterEach(() => {
    mailer.close();
    mailServer.close();
  });

  test('is sent in the colour of the organisation', async () => {
    const env = {
      SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
      MAIL_FROM: 'id@campus.example',
      ORGANISATION_COLOUR: '#7a0019',
    };
    const settings = readConfig(env, () => '').mail;
    if (!settings) throw new Error('mail is off');
    const own = createMailer({ settings, log, show: () => undefined });
    await own.send(email);
    own.close();
    // without the line breaks of quoted-printable (RFC 2045 §6.7)
    expect(mailServer.received().replaceAll('=\r\n', '')).toContain('background:#7a0019;');
  });

  test('is sent as text and HTML to one address; the log has neither address nor content', async () => {
    await mailer.send(email);
    const told = mailServer.received();
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
    expect(lines).toEqual([expect.stringContaining('email sent')]);
    expect(lines.join()).not.toMatch(/olena|Secret|пароль/);
  });

  test('from an address without a name is from the organisation, which its subject names too', async () => {
    const plain = mailerFor(`smtp://127.0.0.1:${mailServer.port}`, {}, {}, 'id@campus.example');
    await plain.send({
      ...email,
      subject: 'New password',
      brand: 'Brama',
      organisation: 'Academy',
    });
    plain.close();
    const told = mailServer.received();
    expect(told).toMatch(/^From: =\?UTF-8\?Q\?Academy_=C2=B7_Brama\?= <id@campus\.example>\r$/m);
    expect(told).toMatch(/^Subject: =\?UTF-8\?Q\?New_password_=C2=B7_Academy\?=\r$/m);
  });

  test.each([
    'olena@campus.example\r\nBcc: thief@evil.example',
    'olena@campus.example, thief@evil.example',
    '<olena@campus.example> thief@evil.example',
    'olena@campus.example,thief@evil.example',
    'olena@campus.example;thief@evil.example',
    'olena@campus.example@evil.example',
    'group:olena@campus.example',
    'thief,olena@campus.example',
    'olena@campus.example(thief@evil.example)',
    'olena@',
    'Olena <olena@campus.example>',
    `${'o'.repeat(250)}@campus.example`,
    '',
  ])('to %j is not sent', async (to) => {
    await mailer.send({ ...email, to });
    expect(mailServer.received()).toBe('');
    expect(lines).toEqual([expect.stringContaining('email not sent')]);
  });

  test('with a line break in its subject gets no additional header', async () => {
    await mailer.send({ ...email, subject: 'Новий\r\nBcc: thief@evil.example\r\n\r\nтекст' });
    const head = /DATA\r\n(.*?)\r\n\r\n/s.exec(mailServer.received())?.[1];
    expect(head).toContain('Subject: ');
    expect(head).not.toMatch(/^Bcc:/im);
    expect(mailServer.received().match(/RCPT TO:/g)).toHaveLength(1);
  });

  test('is sent to another host only over TLS with a trusted certificate', async () => {
    const smtp = `smtp://us:Hush@mail.campus.example:${mailServer.port}`;
    for (const offersTls of [false, true]) {
      mailServer.settings.offersTls = offersTls;
      const careful = mailerFor(smtp, { host: '127.0.0.1' });
      await careful.send(email);
      careful.close();
      expect(mailServer.received()).toContain('STARTTLS');
      expect(mailServer.received()).not.toMatch(/AUTH|MAIL FROM|Hush/);
      expect(mailServer.received()).not.toContain(
        Buffer.from('Hush').toString('base64').slice(0, 4),
      );
      expect(lines).toEqual([expect.stringContaining('email not sent')]);
      lines.length = 0;
    }
  });

  test('does not wait for a server that stops responding', async () => {
    mailServer.settings.isSilent = true;
    const hasty = mailerFor(`smtp://127.0.0.1:${mailServer.port}`, {}, { timeouts });
    await hasty.send(email);
    expect(lines).toEqual([expect.stringContaining('ETIMEDOUT')]);
    hasty.close();
  });

  test('that is rejected does not fail its sender, and the log has no address', async () => {
    mailServer.settings.refuses = '550 no such user olena@campus.example';
    await mailer.send(email);
    expect(lines).toEqual([expect.stringContaining('550')]);
    expect(lines.join()).not.toContain('olena');
    mailServer.close();
    await mailer.send(email);
    expect(lines).toHaveLength(2);
  });
});

test('the demo shows emails on the console', async () => {
  const shown: string[] = [];
  const log = { info: () => undefined, warn: () => undefined };
  const settings = readConfig({}, () => '').mail;
  if (!settings) throw new Error('mail is off');
  const mailer = createMailer({ settings, log, show: (text) => void shown.push(text) });
  await mailer.send(email);
  expect(shown.join()).toContain('To: olena@campus.example');
  expect(shown.join()).toContain('Далі:\nhttps://id.campus.example/x#Secret');
});

test('the content of an email is escaped everywhere', () => {
  const html = htmlOf({
    ...email,
    subject: '<b>&</b>',
    organisation: '<u>',
    facts: [{ name: '<em>', value: '"<s>' }],
    paragraphs: ['<img src=x>"&', { label: '<i>', href: 'https://x.example/?a="><b>&c' }, '<q>'],
  });
  expect(html).toContain('<title>&lt;b&gt;&amp;&lt;/b&gt;</title>');
  expect(html).toContain('>&lt;img src=x&gt;&quot;&amp;</p>');
  expect(html).toMatch(
    /<a href="https:\/\/x\.example\/\?a=&quot;&gt;&lt;b&gt;&amp;c" [^>]*>&lt;i&gt;<\/a>/,
  );
  expect(html).not.toMatch(/<(img|b|u|em|s|i|q)\b/);
});

test.each(['#1a5fb4', '#7a0019', '#000000'])('emails have the colour %s', async (colour) => {
  const { mail } = readConfig({ ORGANISATION_COLOUR: colour }, () => '');
  const [light = '', dark = ''] = mail?.brand ?? [];
  const html = htmlOf(email, mail?.brand);
  // button and mark, in the light theme
  expect(html.split(`background:${light};`)).toHaveLength(3);
  expect(html).toContain(`.brand{background:${dark}!important}`);
  expect(html).not.toContain('#3a3fd4');
  expect(light).toBe(colour);
  // text of the button in both themes (`on-brand`)
  expect(contrastRatio(light, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(contrastRatio(dark, '#0f1024')).toBeGreaterThanOrEqual(4.5);
});

test('without a colour emails have that of the product', () => {
  expect(readConfig({}, () => '').mail?.brand).toBeUndefined();
  expect(htmlOf(email)).toContain('background:#3a3fd4;');
});

describe('the settings of email', () => {
  const config = (env: Record<string, string>) => readConfig({ BRAMA_DEMO: '0', ...env }, () => '');
  const MAIL_FROM = 'id@campus.example';

  test('email is off without a server, outside the demo', () =>
    expect(config({}).mail).toBeUndefined());

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
    ...[
      'Campus\r\nBcc: x <a@b.example>',
      'c@d.example, Campus <a@b.example>',
      'a <b <a@b.example>',
    ].map((from): [object, string] => [
      { SMTP_URL: 'smtp://m.example', MAIL_FROM: from },
      'MAIL_FROM: must be one',
    ]),
  ])('%j is rejected, and the error does not contain the secret', (env, words) => {
    const read = () => config(env as Record<string, string>);
    expect(read).toThrow(words);
    expect(read).not.toThrow(/Hush/);
  });
});
