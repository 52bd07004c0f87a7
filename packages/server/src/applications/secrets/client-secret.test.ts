import { describe, expect, test } from 'vitest';
import { hashSecret } from '../../crypto/secrets.ts';
import { type ClientSecret, matchSecret, noSecret } from './client-secret.ts';

const secretOf = (id: string, text: string, expiresAt: number): ClientSecret => ({
  id,
  name: id,
  createdAt: 0,
  expiresAt,
  hash: hashSecret(text),
});
const known = {
  settingsHash: hashSecret('of the manifest'),
  secrets: [
    secretOf('old', 'first', 50),
    secretOf('new', 'second', 200),
    secretOf('long', 'first', 200),
  ],
};

describe('matchSecret', () => {
  test.each([
    ['of the manifest', { secretId: 'manifest', isExpired: false }],
    ['second', { secretId: 'new', isExpired: false }],
    ['first', { secretId: 'long', isExpired: false }],
    ['other', undefined],
    ['', undefined],
  ])('%j', (sent, match) => {
    expect(matchSecret(known, [sent], 100)).toEqual(match);
  });

  test('a secret expires at its time', () => {
    const secrets = [secretOf('old', 'first', 50)];
    const at = (now: number) => matchSecret({ settingsHash: null, secrets }, ['first'], now);
    expect(at(49)).toEqual({ secretId: 'old', isExpired: false });
    expect(at(50)).toEqual({ secretId: 'old', isExpired: true });
  });

  test('any reading of the request may match', () => {
    expect(matchSecret(known, ['a b', 'second'], 0)).toMatchObject({ secretId: 'new' });
  });

  test.each([null, undefined, noSecret])(
    'nothing matches a settings hash of %j',
    (settingsHash) => {
      for (const sent of ['', noSecret, 'null', 'undefined'])
        expect(matchSecret({ settingsHash, secrets: [] }, [sent], 0)).toBeUndefined();
    },
  );
});
