import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { SettingsError } from '../config/settings.ts';
import { loadKeys, prepareDataDir } from '../crypto/keys.ts';
import { readConfig } from './config.ts';

const key = '0123456789abcdef'
  .split('')
  .map((d) => `${d}1${d}7`)
  .join('');
const files: Record<string, string> = { '/run/key': `${key}\n`, '/run/url': 'postgres://u:p@h/d' };
const read = (path: string) => {
  const text = files[path];
  if (text === undefined) throw new Error('ENOENT');
  return text;
};
const faultsOf = (env: Record<string, string>) => {
  try {
    readConfig(env, read);
  } catch (error) {
    if (error instanceof SettingsError) return error.message.split('\n');
    throw error;
  }
  return [];
};

const faultsIn = (env: Record<string, string>) => {
  try {
    readConfig(env, () => '');
    return [];
  } catch (error) {
    return (error as SettingsError).issues;
  }
};

describe('settings', () => {
  test('without settings, the demo runs on http://localhost:3000', () => {
    expect(readConfig({}, read)).toMatchObject({
      mode: 'demo',
      port: 3000,
      host: 'localhost',
      baseUrl: 'http://localhost:3000',
      secure: false,
      demo: true,
      logLevel: 'warn',
      sessionIdleSeconds: 43_200,
      sessionAbsoluteSeconds: 604_800,
      signInTicketSeconds: 60,
      applicationTicketSeconds: 300,
      trustProxy: false,
    });
  });

  test('BASE_URL follows PORT, and an empty value counts as unset', () => {
    expect(readConfig({ PORT: '4000', BASE_URL: '' }, read).baseUrl).toBe('http://localhost:4000');
  });

  test('a short absolute lifetime shortens the default idle lifetime', () => {
    const config = readConfig({ SESSION_ABSOLUTE_SECONDS: '3600' }, read);
    expect(config.sessionIdleSeconds).toBe(3600);
    expect(config.sessionSharedIdleSeconds).toBe(600);
  });

  test('a short idle lifetime shortens that of shared computers', () => {
    const config = readConfig({ SESSION_IDLE_SECONDS: '300' }, read);
    expect(config.sessionSharedIdleSeconds).toBe(300);
  });

  test.each([
    ['2', 2],
    ['10.0.0.1, fd00::/8', ['10.0.0.1', 'fd00::/8']],
    ['0', false],
  ])('TRUST_PROXY=%s', (text, proxies) => {
    expect(readConfig({ TRUST_PROXY: text }, read).trustProxy).toEqual(proxies);
  });

  test('a value can be read from a file', () => {
    const config = readConfig({ TAX_ID_KEY_FILE: '/run/key', DATABASE_URL_FILE: '/run/url' }, read);
    expect(config.taxIdKey?.toString('hex')).toBe(key);
    expect(config.databaseUrl).toBe('postgres://u:p@h/d');
  });

  test.each<[Record<string, string>, string]>([
    [{ PORT: 'abc' }, 'PORT: must be a whole number from 1 to 65535 (it is "abc")'],
    [{ PORT: '0' }, 'PORT: must be a whole number from 1 to 65535 (it is "0")'],
    [{ PORT: '70000' }, 'PORT: must be a whole number from 1 to 65535 (it is "70000")'],
    [{ BASE_URL: 'id.campus.example' }, 'BASE_URL: must be an http or https address'],
    [{ BASE_URL: 'https://id.example/path' }, 'BASE_URL: must be an http or https address'],
    [{ BASE_URL: 'https://u:p@id.example' }, 'BASE_URL: must be an http or https address'],
    [{ DATABASE_URL: 'mysql://x' }, 'DATABASE_URL: must begin with postgres://'],
    [{ ORGANISATION_COLOUR: 'green' }, 'ORGANISATION_COLOUR: must be a colour such as #1a5fb4'],
    [{ ORGANISATION_COLOUR: '#ffc53d' }, 'ORGANISATION_COLOUR: is too light to be read on white'],
    [{ BRAMA_DEMO: 'yes' }, 'BRAMA_DEMO: must be 0 or 1 (it is "yes")'],
    [{ TAX_ID_KEY: 'short' }, 'TAX_ID_KEY: must be 32 random bytes'],
    [{ TAX_ID_KEY: '00'.repeat(32) }, 'TAX_ID_KEY: is not random'],
    [{ TAX_ID_KEY: key, DATA_KEY: key }, 'DATA_KEY: must be another key'],
    [{ LOG_LEVEL_FILE: '/run/key' }, 'LOG_LEVEL: must be one of'],
    [{ TAX_ID_KEY: key, TAX_ID_KEY_FILE: '/run/key' }, 'TAX_ID_KEY: is set twice'],
    [{ DATA_KEY_FILE: '/nowhere' }, 'DATA_KEY_FILE: cannot read the file /nowhere'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL: must be one of trace, debug'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY: must be the number of proxies'],
    [{ TRUST_PROXY: 'dead' }, 'TRUST_PROXY: must be the number of proxies'],
    [{ TRUST_PROXY: '10.0.0.0/99' }, 'TRUST_PROXY: must be the number of proxies'],
    [{ TRUST_PROXY: ', ' }, 'TRUST_PROXY: must be the number of proxies'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV: '],
    [
      { SESSION_IDLE_SECONDS: '600', SESSION_SHARED_IDLE_SECONDS: '601' },
      'SESSION_SHARED_IDLE_SECONDS: must not be longer than SESSION_IDLE_SECONDS',
    ],
    [{ SESSION_IDLE_SECONDS: '604801' }, 'SESSION_IDLE_SECONDS: must not be longer than'],
  ])('%j is rejected with the name of the setting', (env, start) => {
    const faults = faultsOf(env);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(start);
  });

  test('an issue contains no secret, no file content and no text before an @', () => {
    const [fault] = faultsOf({ DATA_KEY: 'my-little-secret' });
    expect(fault).not.toContain('my-little-secret');
    expect(faultsOf({ LOG_LEVEL_FILE: '/run/key' })[0]).not.toContain(key);
    expect(faultsOf({ BASE_URL: 'https://u:hush@id.example' })[0]).not.toContain('hush');
  });

  test('all faults are reported at once', () => {
    expect(faultsOf({ PORT: 'x', LOG_LEVEL: 'x', DATABASE_URL: 'x' })).toHaveLength(3);
  });

  describe('production', () => {
    const good = {
      NODE_ENV: 'production',
      BASE_URL: 'https://id.campus.example',
      TAX_ID_KEY: key,
      DATA_KEY: key.replaceAll('1', '9'),
    };

    test('is accepted with all required settings, without the demo', () => {
      expect(readConfig(good, read)).toMatchObject({ demo: false, secure: true, logLevel: 'info' });
    });

    test('reports every missing or unsafe setting at once', () => {
      expect(faultsOf({ NODE_ENV: 'production', BRAMA_DEMO: '1' })).toEqual([
        'BASE_URL: must be set in production; `brama setup` sets up a new installation',
        'TAX_ID_KEY: must be set in production',
        'DATA_KEY: must be set in production',
        'BRAMA_DEMO: is refused in production: demo passwords are public',
      ]);
    });

    test('rejects plain http for a public host, and accepts it for localhost', () => {
      expect(faultsOf({ ...good, BASE_URL: 'http://id.campus.example' })[0]).toContain(
        'BASE_URL: must be https in production',
      );
      expect(faultsOf({ ...good, BASE_URL: 'http://localhost:3000' })).toEqual([]);
    });

    test('reports a malformed setting once, not also as missing', () => {
      expect(faultsOf({ ...good, DATA_KEY: 'x' })).toHaveLength(1);
    });
  });
});

describe('keys', () => {
  test('are generated once, readable only by their owner, and read again', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'brama-keys-'));
    try {
      const first = loadKeys({ dataDir, taxIdKey: undefined, dataKey: undefined });
      expect(first.taxId).toHaveLength(32);
      expect(first.taxId).not.toEqual(first.data);
      expect(statSync(join(dataDir, 'tax-id.key')).mode & 0o777).toBe(0o600);
      expect(loadKeys({ dataDir, taxIdKey: undefined, dataKey: undefined })).toEqual(first);
      expect(readFileSync(join(dataDir, 'data.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/);
      writeFileSync(join(dataDir, 'data.key'), 'damaged');
      expect(() => loadKeys({ dataDir, taxIdKey: undefined, dataKey: undefined })).toThrow(
        /DATA_DIR: .*data\.key does not hold a key/,
      );
    } finally {
      rmSync(dataDir, { recursive: true });
    }
  });

  test('an unwritable folder is reported with the name of its setting', () => {
    expect(() => prepareDataDir('/dev/null/data')).toThrow(
      'DATA_DIR: cannot write to the folder /dev/null/data',
    );
  });
});

describe('the settings of Diia', () => {
  const all = {
    DIIA_HOST: 'https://api2.diia.gov.ua',
    DIIA_ACQUIRER_TOKEN: 'acquirer',
    DIIA_AUTH_TOKEN: 'YWJjZA==',
    DIIA_BRANCH_ID: '65f0c1d2e3a4b5c6d7e8f901',
    DIIA_OFFER_ID: '65f0c1d2e3a4b5c6d7e8f902',
    DIIA_CA_DIR: '/etc/brama/diia',
  };

  test('without settings, Diia is off', () => {
    expect(readConfig({}, () => '').methods.diia).toBeUndefined();
  });

  test('with all settings, Diia is on and accepts links only from diia.app', () => {
    expect(readConfig(all, () => '').methods.diia).toEqual({
      host: 'https://api2.diia.gov.ua',
      acquirerToken: 'acquirer',
      authToken: 'YWJjZA==',
      branchId: '65f0c1d2e3a4b5c6d7e8f901',
      offerId: '65f0c1d2e3a4b5c6d7e8f902',
      caDir: '/etc/brama/diia',
      linkOrigin: 'https://diia.app',
    });
  });

  test.each(Object.keys(all))('with only %s, each missing setting is reported', (name) => {
    const faults = faultsIn({ [name]: all[name as keyof typeof all] });
    const missing = Object.keys(all).filter((one) => one !== name);
    expect(faults.map(({ setting }) => setting)).toEqual(missing);
  });

  test('DIIA_LOGO alone does not turn Diia on', () => {
    const { methods, diiaLogo } = readConfig({ DIIA_LOGO: '/etc/brama/diia.svg' }, () => '');
    expect([methods.diia, diiaLogo]).toEqual([undefined, '/etc/brama/diia.svg']);
  });

  test('a malformed setting is reported once without its value, with the missing ones', () => {
    const faults = faultsIn({ DIIA_ACQUIRER_TOKEN: 'two words' });
    expect(faults.map(({ setting }) => setting)).toEqual([
      'DIIA_ACQUIRER_TOKEN',
      'DIIA_HOST',
      'DIIA_AUTH_TOKEN',
      'DIIA_BRANCH_ID',
      'DIIA_OFFER_ID',
      'DIIA_CA_DIR',
    ]);
    expect(JSON.stringify(faults)).not.toContain('two words');
  });

  test('Diia requires https in production', () => {
    const keys = { TAX_ID_KEY: key, DATA_KEY: key.replaceAll('7', 'e') };
    const production = { NODE_ENV: 'production', BASE_URL: 'https://id.campus.example', ...keys };
    const plain = { DIIA_HOST: 'http://127.0.0.1:3002', DIIA_LINK_ORIGIN: 'http://127.0.0.1:3002' };
    expect(faultsIn({ ...production, ...all, ...plain })).toEqual([
      { setting: 'DIIA_HOST', reason: 'must be https in production' },
      { setting: 'DIIA_LINK_ORIGIN', reason: 'must be https in production' },
    ]);
    expect(faultsIn({ ...all, ...plain })).toEqual([]);
  });
});

describe('the settings of Google', () => {
  const id = { GOOGLE_CLIENT_ID: '1234-abc.apps.example', GOOGLE_CLIENT_SECRET: 'hush-hush' };

  const googleIn = (env: Record<string, string>) => readConfig(env, () => '').methods.google;

  test('Google is off without settings; client id and secret select the default issuer', () => {
    expect(googleIn({})).toBeUndefined();
    expect(googleIn(id)).toEqual({
      issuer: 'https://accounts.google.com',
      clientId: '1234-abc.apps.example',
      clientSecret: 'hush-hush',
      hostedDomains: [],
    });
  });

  test('domains are normalized; another issuer is kept as configured', () => {
    const domains = { GOOGLE_HOSTED_DOMAINS: 'Campus.Example, students.campus.example' };
    const issuer = { GOOGLE_ISSUER: 'https://login.example/realms/campus/' };
    expect(googleIn({ ...id, ...domains, ...issuer })).toMatchObject({
      issuer: 'https://login.example/realms/campus/',
      hostedDomains: ['campus.example', 'students.campus.example'],
    });
  });

  test.each([
    [{ GOOGLE_CLIENT_ID: 'x' }, ['GOOGLE_CLIENT_SECRET']],
    [{ GOOGLE_CLIENT_SECRET: 'x' }, ['GOOGLE_CLIENT_ID']],
    [{ GOOGLE_HOSTED_DOMAINS: 'campus.example' }, ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET']],
    [{ GOOGLE_CLIENT_SECRET: 'two words' }, ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID']],
    [{ ...id, GOOGLE_HOSTED_DOMAINS: 'campus.example,' }, ['GOOGLE_HOSTED_DOMAINS']],
    [{ ...id, GOOGLE_HOSTED_DOMAINS: 'https://campus.example' }, ['GOOGLE_HOSTED_DOMAINS']],
    [{ ...id, GOOGLE_HOSTED_DOMAINS: 'me@campus.example' }, ['GOOGLE_HOSTED_DOMAINS']],
    [{ ...id, GOOGLE_ISSUER: 'accounts.google.com' }, ['GOOGLE_ISSUER']],
    [{ ...id, GOOGLE_ISSUER: 'https://login.example/?realm=1' }, ['GOOGLE_ISSUER']],
  ])('%j is rejected with errors for %j', (env, named) => {
    const faults = faultsIn(env as Record<string, string>);
    expect(faults.map(({ setting }) => setting)).toEqual(named);
    expect(JSON.stringify(faults)).not.toContain('two words');
  });

  test('Google requires https in production', () => {
    const keys = { TAX_ID_KEY: key, DATA_KEY: key.replaceAll('7', 'e') };
    const production = { NODE_ENV: 'production', BASE_URL: 'https://id.campus.example', ...keys };
    const plain = { ...id, GOOGLE_ISSUER: 'http://127.0.0.1:3003' };
    expect(faultsIn({ ...production, ...plain })).toEqual([
      { setting: 'GOOGLE_ISSUER', reason: 'must be https in production' },
    ]);
    expect(faultsIn(plain)).toEqual([]);
  });
});

describe('the settings of the register ЄДЕБО', () => {
  const own = {
    EDEBO_URL: 'http://10.1.2.3/data/EDEBOWebApi/',
    EDEBO_USER: 'reader@campus.example',
    EDEBO_PASSWORD: 'hush hush',
    EDEBO_APP_KEY: 'hush-key',
    EDEBO_UNIVERSITY_ID: '174',
  };

  test('all of them, or from files, turn the register on; none leaves it off', () => {
    const { EDEBO_PASSWORD: _, ...others } = own;
    const expected = {
      url: 'http://10.1.2.3/data/EDEBOWebApi',
      user: 'reader@campus.example',
      password: 'hush hush',
      appKey: 'hush-key',
      universityId: 174,
    };
    expect(readConfig({}, read).edebo).toBeUndefined();
    expect(readConfig(own, read).edebo).toEqual(expected);
    const inFile = { ...others, EDEBO_PASSWORD_FILE: '/run/password' };
    expect(readConfig(inFile, () => 'hush hush\n').edebo).toEqual(expected);
    const hidden = JSON.stringify(readConfig(own, read).inEffect);
    expect(hidden).not.toMatch(/hush/);
  });

  test.each([
    [{ EDEBO_URL: '' }, ['EDEBO_URL']],
    [{ EDEBO_PASSWORD: '', EDEBO_APP_KEY: '' }, ['EDEBO_PASSWORD', 'EDEBO_APP_KEY']],
    [{ EDEBO_URL: 'ftp://10.1.2.3/x' }, ['EDEBO_URL']],
    [{ EDEBO_URL: 'http://me:hush@10.1.2.3/x' }, ['EDEBO_URL']],
    [{ EDEBO_URL: 'http://10.1.2.3/x?y=1' }, ['EDEBO_URL']],
    [{ EDEBO_URL: 'http://8.8.8.8/x' }, ['EDEBO_URL']],
    [{ EDEBO_URL: 'http://[2606:4700::1111]/x' }, ['EDEBO_URL']],
    [{ EDEBO_UNIVERSITY_ID: '0' }, ['EDEBO_UNIVERSITY_ID']],
    [{ EDEBO_PASSWORD: 'hush\nhush' }, ['EDEBO_PASSWORD']],
  ])('%j is rejected with errors for %j', (env, named) => {
    const faults = faultsIn({ ...own, ...env });
    expect(faults.map(({ setting }) => setting)).toEqual(named);
    expect(JSON.stringify(faults)).not.toContain('hush');
  });

  test('http: stays possible in production, because it reaches private addresses alone', () => {
    const keys = { TAX_ID_KEY: key, DATA_KEY: key.replaceAll('7', 'e') };
    const production = { NODE_ENV: 'production', BASE_URL: 'https://id.campus.example', ...keys };
    for (const url of ['http://edebo.campus.example/x', 'http://[fd00::5]/x', 'https://8.8.8.8/x'])
      expect(faultsIn({ ...production, ...own, EDEBO_URL: url })).toEqual([]);
  });
});
