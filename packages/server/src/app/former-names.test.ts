// Settings with a new name: the former name works until version 1.0 and logs one warning at start.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mainFile, withCompileCache } from '../../test/support/command-process.ts';
import { SettingsError } from '../config/settings.ts';
import { allSettings, readConfig } from './config.ts';

const files: Record<string, string> = { '/run/tries': '5\n' };
const read = (path: string) => files[path] ?? '';

/** Returns the message with which a start with these settings fails. */
function faultsOf(env: Record<string, string>): string {
  try {
    readConfig(env, read);
    return '';
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}

test('each former name sets the value of its successor', () => {
  const pairs = Object.entries(allSettings).flatMap(([key, { name, formerName }]) =>
    formerName === undefined ? [] : [{ key, name, formerName }],
  );
  expect(pairs.map(({ formerName, name }) => `${formerName} ${name}`)).toEqual([
    'THROTTLE_FREE_TRIES RATE_LIMIT_FREE_TRIES',
    'THROTTLE_USER_PER_HOUR RATE_LIMIT_USER_PER_HOUR',
    'THROTTLE_ADDRESS_PER_MINUTE RATE_LIMIT_ADDRESS_PER_MINUTE',
    'THROTTLE_STARTS_PER_MINUTE RATE_LIMIT_STARTS_PER_MINUTE',
    'THROTTLE_SECRETS_PER_MINUTE RATE_LIMIT_SECRETS_PER_MINUTE',
  ]);
  for (const { key, name, formerName } of pairs) {
    const config = readConfig({ [formerName]: '77' }, read);
    expect(config).toMatchObject({ [key]: 77, formerNames: { [formerName]: name } });
    expect(readConfig({ [name]: '77' }, read)).toMatchObject({ [key]: 77, formerNames: {} });
  }
});

test('a former name may be read from a file; an empty one counts as unset', () => {
  expect(readConfig({ THROTTLE_FREE_TRIES_FILE: '/run/tries' }, read)).toMatchObject({
    rateLimitFreeTries: 5,
    formerNames: { THROTTLE_FREE_TRIES: 'RATE_LIMIT_FREE_TRIES' },
  });
  expect(readConfig({ THROTTLE_FREE_TRIES: '' }, read)).toMatchObject({
    rateLimitFreeTries: 8,
    formerNames: {},
  });
});

test('both names are accepted with the same value, and rejected with different values', () => {
  const both = (former: string) => ({ RATE_LIMIT_FREE_TRIES: '5', THROTTLE_FREE_TRIES: former });
  expect(readConfig(both('5'), read).rateLimitFreeTries).toBe(5);
  expect(faultsOf(both('6'))).toBe(
    'RATE_LIMIT_FREE_TRIES: has another value than THROTTLE_FREE_TRIES, its former name: remove THROTTLE_FREE_TRIES',
  );
  expect(faultsOf({ RATE_LIMIT_FREE_TRIES: '6', THROTTLE_FREE_TRIES_FILE: '/run/tries' })).toMatch(
    /^RATE_LIMIT_FREE_TRIES: has another value/,
  );
});

test('an invalid value is reported under the name that was given', () => {
  expect(faultsOf({ THROTTLE_FREE_TRIES: 'many' })).toBe(
    'THROTTLE_FREE_TRIES: must be a whole number from 3 to 1000000 (it is "many")',
  );
});

test('the server warns once at start and names the new names', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brama-former-'));
  const { stdout } = spawnSync(process.execPath, [mainFile, 'serve'], {
    encoding: 'utf8',
    env: withCompileCache({
      DATA_DIR: folder,
      // the start fails because this file does not exist
      ORGANISATION_LOGO: join(folder, 'logo.svg'),
      THROTTLE_FREE_TRIES: '9',
      THROTTLE_USER_PER_HOUR: '90',
    }),
  });
  rmSync(folder, { recursive: true, force: true });
  const warnings = stdout.split('\n').filter((line) => line.includes('formerNames'));
  expect(warnings.map((line) => JSON.parse(line))).toMatchObject([
    {
      level: 'warn',
      formerNames: {
        THROTTLE_FREE_TRIES: 'RATE_LIMIT_FREE_TRIES',
        THROTTLE_USER_PER_HOUR: 'RATE_LIMIT_USER_PER_HOUR',
      },
      msg: 'settings have new names; the former ones work until version 1.0',
    },
  ]);
});
