import { describe, expect, test } from 'vitest';
import { createSettingsParsers } from '../protocols.ts';
import { ticketSettings } from './settings.ts';

const secret = 'Qm9yb2RhIG5hIGJyYW1pIDEyMzQ1Njc4OTA';

function read(
  manifest: object,
  { stored, isProduction = true }: { stored?: unknown; isProduction?: boolean } = {},
) {
  const settingsFrom = createSettingsParsers({ methodsOn: ['password'], isProduction }).get(
    'ticket',
  );
  if (!settingsFrom) throw new Error('no ticket protocol');
  return settingsFrom({ type: 'ticket', secret, ...manifest }, stored);
}

const faultsOf = (...args: Parameters<typeof read>) => {
  const made = read(...args);
  return 'issues' in made
    ? made.issues.map(({ path, reason }) => `${path.join('.')} ${reason}`)
    : [];
};

describe('redirectUrl', () => {
  test.each([
    ['https://campus.example/back', 'allowed', 'allowed'],
    ['http://localhost:4000/back', 'allowed', 'allowed'],
    ['http://campus.localhost:4000/back', 'allowed', 'allowed'],
    ['http://a.b.CAMPUS.localhost/back', 'allowed', 'allowed'],
    ['http://campus:4000/back', 'refused', 'allowed'],
    ['http://campus_web-1/back', 'refused', 'allowed'],
    ['http://campus.example/back', 'refused', 'refused'],
    ['http://localhost.example/back', 'refused', 'refused'],
    ['http://evillocalhost.example/back', 'refused', 'refused'],
    ['http://campus./back', 'refused', 'refused'],
    ['http://10.0.0.7/back', 'refused', 'refused'],
    ['http://[fd00::7]/back', 'refused', 'refused'],
    ['ftp://campus/back', 'refused', 'refused'],
  ])('%s is %s in production and %s in other modes', (redirectUrl, inProduction, outside) => {
    const verdict = (isProduction: boolean) =>
      faultsOf({ redirectUrl }, { isProduction }).length === 0 ? 'allowed' : 'refused';
    expect([verdict(true), verdict(false)]).toEqual([inProduction, outside]);
  });

  test('the error lists the hosts that may use http in this mode', () => {
    const redirectUrl = 'http://campus.example/back';
    expect(faultsOf({ redirectUrl })).toEqual([
      'redirectUrl must begin with https:// (http:// is for localhost, *.localhost and 127.0.0.1 only)',
    ]);
    expect(faultsOf({ redirectUrl }, { isProduction: false })).toEqual([
      'redirectUrl must begin with https:// (http:// is for localhost, *.localhost, 127.0.0.1 and hosts without a dot only)',
    ]);
  });

  describe('with its own ticketId parameter', () => {
    const redirectUrl = 'https://campus.example/back?ticketId=x&from=brama';
    const stored = { redirectUrl, secretHash: 'h'.repeat(43) };
    const reason = 'must not have a parameter ticketId: the ticket comes in it';

    test.each([
      redirectUrl,
      'https://campus.example/back?ticketId',
      'https://campus.example/?ticket%49d=1',
    ])('a new %s is rejected', (address) =>
      expect(faultsOf({ redirectUrl: address })).toEqual([`redirectUrl ${reason}`]),
    );

    test('a stored address keeps working, with a warning', () => {
      expect(read({ redirectUrl, secret: undefined }, { stored })).toEqual({
        settings: stored,
        warnings: [
          {
            path: ['redirectUrl'],
            reason:
              'has a parameter ticketId, which the ticket replaces: take it out, new records must not have it',
          },
        ],
      });
    });

    test('a stored application rejects another address with ticketId', () => {
      const address = 'https://campus.example/other?ticketId=x';
      expect(faultsOf({ redirectUrl: address }, { stored })).toEqual([`redirectUrl ${reason}`]);
    });

    test('parameters with other names are accepted', () => {
      expect(faultsOf({ redirectUrl: 'https://campus.example/?ticketid=1&id=2' })).toEqual([]);
    });
  });
});

describe('returnErrors', () => {
  const redirectUrl = 'https://campus.example/back';
  const settingsOf = (manifest: object) => {
    const made = read({ redirectUrl, ...manifest });
    return 'settings' in made ? ticketSettings.parse(made.settings) : made.issues;
  };

  test.each([
    [{}, {}],
    [{ returnErrors: false }, {}],
    [{ returnErrors: true }, { returnErrors: true }],
  ])('%j', (given, kept) => {
    expect(settingsOf(given)).toEqual({ redirectUrl, secretHash: expect.any(String), ...kept });
  });

  test('must be a boolean', () => {
    expect(settingsOf({ returnErrors: 'yes' })).toEqual([
      { path: ['returnErrors'], reason: 'must be true or false' },
    ]);
  });
});
