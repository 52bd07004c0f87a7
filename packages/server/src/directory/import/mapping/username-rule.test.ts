// Usernames by a rule: Latin letters, parts that are missing, and numbers for names that are taken.

import { validateUsernameRule } from '@brama/contract/admin/imports/columns';
import { mayBeUsername } from '@brama/contract/users/fields';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usernameBase } from './username-rule.ts';

const franko = {
  given: 'Іван',
  family: 'Франко',
  patronymic: 'Якович',
  mailbox: 'I.Franko',
  id: 'КВ-12',
};

test.each([
  ['{given}.{family}', franko, 'ivan.franko'],
  ['{given:1}{family}', franko, 'ifranko'],
  ['{family}_{given:1}{patronymic:1}', franko, 'franko_iy'],
  ['{mailbox}', franko, 'i.franko'],
  ['st-{id}', franko, 'st-kv-12'],
  ['{given}.{family}', { given: 'МАР’ЯНА', family: 'КВІТКА-ЯЦЕНКО' }, 'mariana.kvitka-yatsenko'],
  ['{given}.{family}', { given: 'José María', family: 'Łukasiewicz' }, 'jose-maria.lukasiewicz'],
  ['{given}.{family}', { given: 'Іван', family: '' }, undefined],
  ['{given}.{family}', { given: 'Іван' }, undefined],
  ['{given}.{family}', { given: 'Рыбак', family: 'Іван' }, undefined],
  ['{given}.{family}', { given: '—', family: 'Іван' }, undefined],
  ['{given}', { given: 'а'.repeat(100) }, 'a'.repeat(64)],
])('%s of %j', (rule, parts, username) => expect(usernameBase(rule, parts)).toBe(username));

test('whatever the names are, the username is valid ASCII', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 });
  fc.assert(
    fc.property(text, text, (given, family) => {
      const username = usernameBase('{given}.{family}', { given, family });
      if (username === undefined) return;
      expect(username).toMatch(/^[a-z0-9][a-z0-9._-]*$/);
      expect(mayBeUsername(username)).toBe(true);
    }),
  );
});

test.each([
  ['{given}.{family}', undefined],
  ['{given:1}_{id}', undefined],
  ['fixed', 'at least one'],
  ['{name}', '{name}'],
  ['{given} {family}', 'only small Latin letters'],
  ['{given:0}', 'at least one'],
])('the rule %s', (rule, reason) => {
  if (reason === undefined) expect(validateUsernameRule(rule)).toBeUndefined();
  else expect(validateUsernameRule(rule)).toContain(reason);
});
