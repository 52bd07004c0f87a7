import { expect, test } from 'vitest';
import { manifestEntry } from './manifest-entry.ts';

const secret = { hash: 'h', expiresAt: '2027-11-25' };
const appId = '3d1488ae-128e-4655-8ca2-1ef554379335';

test('the file registers the button or OpenID Connect with the hash of the secret', () => {
  const address = 'https://Timetable.campus.example/callback';
  expect(manifestEntry({ appId, protocol: 'ticket', address, secret })).toBe(`applications:
  - id: "${appId}"
    name: "timetable-campus-example"
    title: { uk: "timetable.campus.example", en: "timetable.campus.example" }
    description: { uk: "timetable.campus.example", en: "timetable.campus.example" }
    access: everyone
    protocol: { type: ticket, redirectUrl: "https://Timetable.campus.example/callback" }
    secrets:
      - { name: server, hash: "h", expiresAt: 2027-11-25 }
`);
  expect(manifestEntry({ appId, protocol: 'oidc', address, secret })).toContain(
    'protocol: { type: oidc, metadata: { redirect_uris: ["https://Timetable.campus.example/callback"] } }',
  );
});

test('CAS needs no secret, and typed text stays inside of its quotes', () => {
  const typed = 'https://rooms.campus.example/"], evil: ["';
  const file = manifestEntry({ appId, protocol: 'cas', address: typed, secret });
  expect(file).not.toContain('secrets');
  expect(file).toContain(String.raw`services: ["https://rooms.campus.example/\"], evil: [\""]`);
});

test.each([
  ['https://null/', 'null'],
  ['http://127.0.0.1/', '127-0-0-1'],
  ['http://[::1]/', '1'],
  ['https://_/', 'my-application'],
  [`https://${'a'.repeat(39)}.example/`, 'a'.repeat(39)],
])('the name of %s is the text "%s"', (address, name) => {
  const file = manifestEntry({ appId, protocol: 'oidc', address, secret });
  expect(file).toContain(`    name: "${name}"\n`);
});

test('a long host makes a title that a manifest accepts', () => {
  const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.example`;
  const file = manifestEntry({ appId, protocol: 'oidc', address: `https://${host}/`, secret });
  const title = host.slice(0, 100);
  expect(file).toContain(`    title: { uk: "${title}", en: "${title}" }\n`);
});
