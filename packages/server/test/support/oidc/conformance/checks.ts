// ◄ Every check there is, by its name in `modules.json`.

import { codesAndTokens } from './codes-and-tokens.ts';
import { describing } from './description.ts';
import { signingIn } from './signing-in.ts';
import { signingOut } from './signing-out.ts';
import type { Check } from './suite.ts';

export const checks: Record<string, Check> = {
  ...describing,
  ...signingIn,
  ...codesAndTokens,
  ...signingOut,
};
