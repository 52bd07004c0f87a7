import { expect, test } from 'vitest';
import { readConfig } from '../../app/config.ts';
import { SettingsError } from '../../config/settings.ts';
import { levelsOn } from '../methods.ts';

const read = (env: Record<string, string>) => readConfig(env, () => '');
const day = 86_400_000;

test('passkeys are on for the host of BASE_URL', () => {
  expect(read({ BASE_URL: 'https://id.campus.example:8443' }).methods.passkey).toEqual({
    rpId: 'id.campus.example',
    relatedOrigins: [],
    identityMs: 365 * day,
  });
  expect(read({}).methods.passkey?.rpId).toBe('localhost');
});

test('the settings are read', () => {
  const { methods } = read({
    PASSKEY_RP_ID: 'campus.example',
    PASSKEY_RELATED_ORIGINS: 'https://id.campus.example, https://new.example:8443',
    PASSKEY_IDENTITY_DAYS: '7',
  });
  expect(methods.passkey).toEqual({
    rpId: 'campus.example',
    relatedOrigins: ['https://id.campus.example', 'https://new.example:8443'],
    identityMs: 7 * day,
  });
});

test.each([
  { PASSKEYS: '0' },
  { BASE_URL: 'http://127.0.0.1:3000' },
  { BASE_URL: 'http://[::1]:3000' },
])('%j: passkeys are off', (env: Record<string, string>) => {
  expect(read(env).methods.passkey).toBeUndefined();
});

test.each([
  ['PASSKEYS', 'yes'],
  ['PASSKEY_RP_ID', 'https://campus.example'],
  ['PASSKEY_RP_ID', 'Campus.example'],
  ['PASSKEY_RP_ID', '192.0.2.1'],
  ['PASSKEY_RELATED_ORIGINS', 'http://campus.example'],
  ['PASSKEY_RELATED_ORIGINS', 'https://campus.example/'],
  ['PASSKEY_RELATED_ORIGINS', Array(21).fill('https://campus.example').join()],
  ['PASSKEY_IDENTITY_DAYS', '3651'],
])('%s=%s is refused', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(SettingsError);
});

test('a passkey reaches the level of Diia only where Diia is on and the settings let it', () => {
  const reached = (diia: boolean, identityMs: number) => {
    const { methods, secondFactor } = read({});
    const passkey = methods.passkey && { ...methods.passkey, identityMs };
    const config = {
      secondFactor,
      methods: { ...methods, passkey, diia: diia ? ({} as never) : undefined },
    };
    return levelsOn(config).passkey.includes('urn:brama:acr:2');
  };
  expect([reached(true, day), reached(true, 0), reached(false, day)]).toEqual([true, false, false]);
});
