import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../app/config.ts';
import { readLogo } from '../pages/static-files.ts';
import { describeInstance } from './instance.ts';

const production = {
  NODE_ENV: 'production',
  BASE_URL: 'https://id.campus.example',
  TAX_ID_KEY: randomBytes(32).toString('hex'),
  DATA_KEY: randomBytes(32).toString('hex'),
};
const instanceOf = (
  env: Record<string, string>,
  logos: { organisation?: string; diia?: string } = {},
) =>
  describeInstance(
    readConfig(env, () => ''),
    logos,
  );

test.each([
  ['with a line break', 'The\nUniversity', 'control characters'],
  ['that turns the direction of text', 'The \u202eUniversity', 'direction'],
  ['of spaces', '   ', 'must not be empty'],
  ['that is too long', 'x'.repeat(201), 'at most 200 characters'],
])('a name %s stops the start', (_what, name, reason) => {
  expect(() => instanceOf({ ...production, ORGANISATION_NAME_EN: name })).toThrow(reason);
});

test('pages show the configured values in both languages', () => {
  const { uk, en } = instanceOf(
    {
      ...production,
      ORGANISATION_NAME_UK: 'КПІ ім. Ігоря Сікорського',
      ORGANISATION_NAME_EN: 'Igor Sikorsky KPI',
      SUPPORT_EMAIL: 'help@campus.example',
      SUPPORT_BOT_STUDENTS: 'https://bots.campus.example/s',
      STATUS_URL: 'https://status.campus.example',
    },
    { organisation: '/assets/organisation-abc.svg', diia: '/assets/diia-abc.png' },
  );
  expect([uk.organisation, en.organisation]).toEqual([
    'КПІ ім. Ігоря Сікорського',
    'Igor Sikorsky KPI',
  ]);
  expect(uk).toMatchObject({
    host: 'id.campus.example',
    contact: { href: 'mailto:help@campus.example', text: 'help@campus.example' },
    logo: '/assets/organisation-abc.svg',
    status: 'https://status.campus.example',
    diiaLogo: '/assets/diia-abc.png',
    bots: { employees: undefined, students: 'https://bots.campus.example/s' },
  });
});

test('without support settings no link leads to a missing address', () => {
  const { uk, en } = instanceOf(production);
  expect(uk.contact).toEqual({ href: '/uk/faq', text: 'Допомога' });
  expect(en.contact).toEqual({ href: '/en/faq', text: 'Help' });
  const { logo, diiaLogo, bots } = uk;
  for (const link of [logo, diiaLogo, bots.employees, bots.students]) expect(link).toBeUndefined();
});

test('the demo shows invented support contacts in a reserved domain', () => {
  const { uk } = instanceOf({});
  expect(uk.contact.href).toBe('mailto:support@campus.example');
  expect(new URL(`${uk.bots.students}`).hostname).toMatch(/\.example$/);
});

test.each([
  [{ SUPPORT_EMAIL: 'not an address' }, 'SUPPORT_EMAIL'],
  [{ SUPPORT_BOT_EMPLOYEES: 'javascript:alert(1)' }, 'SUPPORT_BOT_EMPLOYEES'],
  [{ SUPPORT_BOT_STUDENTS: 'http://bots.campus.example' }, 'SUPPORT_BOT_STUDENTS'],
])('%j is rejected', (env, setting) => {
  expect(() => instanceOf(env)).toThrow(setting);
});

describe('a logo', () => {
  const read = () => Buffer.from('<svg/>');

  test('gets a file name that changes with its content', () => {
    const logo = readLogo('diia', '/etc/logo.SVG', read);
    expect(logo).toMatchObject({ type: 'image/svg+xml' });
    expect(logo.path).toMatch(/^\/assets\/diia-[0-9a-f]{12}\.svg$/);
    const other = readLogo('diia', '/etc/logo.svg', () => Buffer.from('<svg> </svg>'));
    expect(other.path).not.toBe(logo.path);
  });

  test('must be an image of a supported type and size', () => {
    expect(() => readLogo('diia', '/etc/logo.html', read)).toThrow('.svg, .png or .webp');
    const large = () => Buffer.alloc(300_000);
    expect(() => readLogo('diia', '/etc/logo.png', large)).toThrow('200 KiB');
  });
});
