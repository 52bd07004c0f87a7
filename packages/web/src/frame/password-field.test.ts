import { expect, test } from 'vitest';
import { looksLikeWrongLayout } from './password-field.tsx';

test.each([
  ['йцукен', true],
  ['Passwordї', true],
  ['ґ', true],
  ['qwerty', false],
  ['pä$$ wörd 123', false],
  ['', false],
])('%s → %s', (password, hint) => expect(looksLikeWrongLayout(password)).toBe(hint));
