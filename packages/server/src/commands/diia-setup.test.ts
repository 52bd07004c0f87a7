import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDiia, json } from '../../test/support/diia/partner.ts';
import { readDiiaPartner } from '../sign-in/diia/settings.ts';
import { runDiia } from './diia-setup.ts';

const diia = createTestDiia(Date.now());
const said: string[] = [];
beforeEach(() => {
  for (const kind of ['log', 'error'] as const)
    vi.spyOn(console, kind).mockImplementation((text) => void said.push(`${kind}: ${text}`));
});
afterEach(() => {
  vi.restoreAllMocks();
  said.splice(0);
  diia.calls.splice(0);
});

const partner = () => readDiiaPartner(diia.env, () => '');
const run = (...args: string[]) => runDiia(['setup', ...args], partner, diia.fetch);
const address = Object.entries({
  name: 'Університет',
  email: 'support@campus.example',
  region: 'м. Київ',
  district: 'Солом’янський район',
  location: 'Київ',
  street: 'Берестейський проспект',
  house: '37',
}).flatMap(([name, value]) => [`--${name}`, value]);

describe('diia setup', () => {
  test('creates a branch and an offer, and prints the settings', async () => {
    expect(await run('--offer', 'Вхід до сервісів', ...address)).toBe(0);
    expect(said).toEqual(['log: DIIA_BRANCH_ID=id-2', 'log: DIIA_OFFER_ID=id-3']);
    expect(diia.calls[2]?.url).toMatch(/\/branch\/id-2\/offer$/);
  });

  test('uses an existing branch', async () => {
    expect(await run('--offer', 'Вхід', '--branch', 'old-1')).toBe(0);
    expect(said).toEqual(['log: DIIA_BRANCH_ID=old-1', 'log: DIIA_OFFER_ID=id-2']);
  });

  test('prints the created branch for another attempt if the offer fails', async () => {
    diia.next.push(json(200, { token: 't0ken' }), json(200, { _id: 'new-1' }), json(403, {}));
    expect(await run('--offer', 'Вхід', ...address)).toBe(1);
    expect(said[0]).toBe('log: DIIA_BRANCH_ID=new-1');
    expect(said[1]).toContain('error: Diia: access-denied (HTTP 403)\nDiia has not granted us');
  });

  test.each([
    [['--offer', 'x']],
    [address],
    [['--offer', 'x', '--branch', 'a/b']],
    [['--offer', 'x', '--branch', 'b', '--name', 'n']],
    [['--offer', 'x', ...address.slice(0, -2)]],
    [['--offer', 'x', '--branch', 'b', '--colour', 'red']],
    [['--offer', 'x', '--branch', 'b', 'more']],
  ])('%j is rejected as wrong usage', async (args) => {
    expect(await run(...args)).toBe(2);
    expect(diia.calls).toEqual([]);
  });

  test('requires host and tokens, and names each missing setting', () => {
    expect(() => readDiiaPartner({ DIIA_HOST: 'x' }, () => '')).toThrow(
      /^DIIA_HOST: must be an http.*\nDIIA_ACQUIRER_TOKEN: must be set\nDIIA_AUTH_TOKEN: must be set$/s,
    );
  });
});
