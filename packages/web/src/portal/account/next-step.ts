// Which one step would make the account safer or easier to recover now. Pure.

import type { PageProps } from '@brama/contract/pages/page-props';

type Account = Pick<PageProps['account'], 'signInMethods' | 'secondFactor' | 'secondaryEmail'>;

export type NextStep =
  | 'two-step'
  | 'passkey'
  | 'recovery-codes'
  | 'secondary-email'
  | 'confirm-email';

/** `passkeys` is their number now. Returns undefined if nothing is left to do. */
export function nextStepOf(
  { signInMethods, secondFactor, secondaryEmail }: Account,
  passkeys: number,
): NextStep | undefined {
  const canTurnOn = secondFactor?.isOffered && !secondFactor.app;
  const lacksFactor = canTurnOn && passkeys === 0;
  if (lacksFactor && secondFactor.isRequired) return 'two-step';
  if (signInMethods.passkey !== null && passkeys === 0) return 'passkey';
  if (secondFactor?.codesLeft === 0) return 'recovery-codes';
  if (secondaryEmail?.state === 'none') return 'secondary-email';
  if (secondaryEmail?.state === 'unconfirmed') return 'confirm-email';
  return lacksFactor && signInMethods.password ? 'two-step' : undefined;
}
