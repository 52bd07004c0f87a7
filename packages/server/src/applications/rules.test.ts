import { describe, expect, test } from 'vitest';
import { createLinkProtocol, parseLinkSettings } from './link/protocol.ts';
import { parseBasicCredentials } from './ticket/routes.ts';
import { createTicketSettingsParser as createTicketReader } from './ticket/settings.ts';
import { validateSecret } from './validate-secret.ts';

const ticketSettingsFrom = createTicketReader({ isProduction: true });

describe('validateSecret', () => {
  test.each([
    ['3f1c0d5be8a94672b1c08d9e7f6a5b4c', true], // 32 hexadecimal digits
    ['Qm9yb2RhIG5hIGJyYW1pIDEyMzQ1Njc4OTA', true],
    ['x9$kQ2!pL7@wR4#tZ8%mN1', true], // 22 printable characters
    ['short', false],
    ['a'.repeat(64), false],
    ['abababababababababababababababababab', false],
    ['1234567890123456789012345678', false],
    ['with space Qm9yb2RhIG5hIGJyYW1pIDEyMzQ1', false],
    ['пароль-кирилицею-дуже-довгий-і-випадковий', false],
    [`${'aB3$'.repeat(100)}`, false],
    ['', false],
  ])('%s', (secret, good) => {
    const fault = validateSecret(secret);
    expect(fault === undefined).toBe(good);
    if (fault && secret) expect(fault).not.toContain(secret);
  });
});

describe('parseBasicCredentials', () => {
  const encode = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
  test.each([
    [encode('id:secret'), { name: 'id', password: 'secret' }],
    [encode('id:se:cr:et'), { name: 'id', password: 'se:cr:et' }],
    [encode('id:'), { name: 'id', password: '' }],
    [encode('id:secret').replace('Basic', 'bAsIc'), { name: 'id', password: 'secret' }],
    [encode('nocolon'), undefined],
    ['Bearer abc', undefined],
    [undefined, undefined],
  ])('%s', (header, credentials) => {
    expect(parseBasicCredentials(header)).toEqual(credentials);
  });
});

describe('settings from a manifest', () => {
  const secret = 'Qm9yb2RhIG5hIGJyYW1pIDEyMzQ1Njc4OTA';
  const redirectUrl = 'https://app.campus.example/callback?x=1';

  test('only the hash of the secret is stored, and an omitted secret stays unchanged', () => {
    const made = ticketSettingsFrom({ type: 'ticket', redirectUrl, secret }, undefined);
    expect(JSON.stringify(made)).not.toContain(secret);
    const settings = 'settings' in made ? made.settings : undefined;
    expect(ticketSettingsFrom({ type: 'ticket', redirectUrl }, settings)).toEqual({ settings });
  });

  test('a new application needs a secret', () => {
    expect(ticketSettingsFrom({ type: 'ticket', redirectUrl }, undefined)).toEqual({
      issues: [{ path: ['secret'], reason: 'is required for a new application' }],
    });
  });

  test('issues do not contain the secret', () => {
    const issues = ticketSettingsFrom({ type: 'ticket', redirectUrl, secret: 'hush' }, undefined);
    expect(JSON.stringify(issues)).toContain('128 random bits');
    expect(JSON.stringify(issues)).not.toContain('hush');
  });

  test.each([
    ['https://app.example/', true],
    ['http://127.0.0.1:3001/x', true],
    ['http://localhost/x', true],
    ['http://app.example/', false],
    ['http://127.evil.example/', false],
    ['javascript:alert(1)', false],
    ['https://user:pass@app.example/', false],
    ['https://app.example/#part', false],
    ['/relative', false],
    [5, false],
  ])('the address %s', (url, good) => {
    expect('settings' in parseLinkSettings({ type: 'link', url }, undefined)).toBe(good);
  });

  test('an internationalized address is stored in ASCII form', async () => {
    const made = parseLinkSettings(
      { type: 'link', url: 'https://бібліотека.укр/каталог' },
      undefined,
    );
    const settings = 'settings' in made ? made.settings : undefined;
    const application = { protocol: { type: 'link', settings } } as never;
    const address = await createLinkProtocol().launch({ application } as never);
    expect(address).toMatch(/^https:\/\/xn--[\x21-\x7e]+$/);
  });

  test('unknown keys are reported as issues', () => {
    expect(
      parseLinkSettings({ type: 'link', url: 'https://a.example', extra: 1 }, undefined),
    ).toHaveProperty('issues');
  });
});
