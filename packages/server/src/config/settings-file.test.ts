import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../app/config.ts';
import type { SettingsError } from './settings.ts';
import { readSettingsFile, withSettingsFile } from './settings-file.ts';

let folder: string;
let env: Record<string, string>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'brama-settings-'));
  env = { DATA_DIR: folder };
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = () => join(folder, 'settings.env');
const issuesOf = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return (error as SettingsError).issues;
  }
  return [];
};

describe('the settings file', () => {
  const write = (text: string, mode = 0o600) => writeFileSync(file(), text, { mode });

  test('has lines like those of an environment file', () => {
    write(
      `# set by hand\nBASE_URL=https://id.campus.example\nORGANISATION_NAME_EN="The People's University # 1"\nSUPPORT_EMAIL=\n`,
    );
    expect(readSettingsFile(env)).toEqual({
      BASE_URL: 'https://id.campus.example',
      ORGANISATION_NAME_EN: "The People's University # 1",
      SUPPORT_EMAIL: '',
    });
  });

  test('may be absent', () => {
    expect(readSettingsFile(env)).toEqual({});
  });

  test('is refused if others may read it', () => {
    write('PORT=4000\n', 0o640);
    expect(issuesOf(() => readSettingsFile(env))).toEqual([
      { setting: file(), reason: expect.stringContaining('must be 600') },
    ]);
  });

  test.runIf(process.getuid?.() === 0)('is refused if another user owns it', () => {
    write('PORT=4000\n');
    chownSync(file(), 65_534, 65_534);
    expect(issuesOf(() => readSettingsFile(env))).toEqual([
      { setting: file(), reason: expect.stringContaining('another user') },
    ]);
  });

  test('is refused if it names another data folder', () => {
    write('DATA_DIR=/elsewhere\n');
    expect(issuesOf(() => readSettingsFile(env))).toEqual([
      { setting: file(), reason: expect.stringContaining('DATA_DIR') },
    ]);
  });

  test('is refused if it is no file', () => {
    mkdirSync(file(), { mode: 0o700 });
    expect(issuesOf(() => readSettingsFile(env))).toEqual([
      { setting: file(), reason: 'cannot be read' },
    ]);
  });
});

describe('settings of the file', () => {
  const read = (given: Record<string, string>, stored: Record<string, string>) =>
    readConfig(given, () => '6000\n', stored);

  test('count as those of the environment do, which takes precedence', () => {
    const stored = { PORT: '4000', HOST: '0.0.0.0' };
    expect(read({}, stored)).toMatchObject({ port: 4000, host: '0.0.0.0' });
    expect(read({ PORT: '5000' }, stored)).toMatchObject({ port: 5000, host: '0.0.0.0' });
    // an empty variable counts as missing
    expect(read({ PORT: '' }, stored).port).toBe(4000);
    expect(read({ PORT_FILE: '/run/port' }, stored).port).toBe(6000);
    expect(withSettingsFile({ PORT: '5000' }, { PORT_FILE: '/run/port' })).toEqual({
      PORT: '5000',
    });
  });

  test('are shown with their source', () => {
    const { inEffect } = read({ HOST: '127.0.0.1' }, { PORT: '4000', HOST: '0.0.0.0' });
    const found = (name: string) => inEffect.find((one) => one.name === name);
    expect(found('PORT')).toMatchObject({ source: 'settings-file', value: '4000' });
    expect(found('HOST')).toMatchObject({ source: 'environment', value: '127.0.0.1' });
  });

  test('must be settings', () => {
    expect(issuesOf(() => read({}, { PROT: '4000', PORT: 'x' }))).toEqual([
      { setting: 'PROT', reason: expect.stringContaining('not a setting') },
      { setting: 'PORT', reason: expect.stringContaining('whole number') },
    ]);
  });
});
