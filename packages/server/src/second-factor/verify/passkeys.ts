// What verification needs of the passkeys of users. The composition root passes the implementation.

import type { ErrorCode } from '@brama/contract/errors';
import type { SecondFactorOptionsResponse } from '@brama/contract/second-factor/schemas';
import type { PasskeyAssertion } from '@brama/contract/sign-in/passkey/schemas';
import type { Queries } from '../../database/connect.ts';

/** Whom a challenge is for: this user, in this pending sign-in or session. */
export type PasskeyOwner = { userId: string; boundTo: string };

export type PasskeyRefusal = {
  reason: string;
  code: ErrorCode;
  level: 'info' | 'warn';
  /** Id of the record, if the counter of the passkey has fallen: it may be a copy. */
  copied?: string | undefined;
};

export type SecondFactorPasskeys = {
  /** Returns options for `navigator.credentials.get`, with the passkeys of the user alone. Writes nothing. */
  optionsFor(owner: PasskeyOwner): Promise<SecondFactorOptionsResponse['options']>;
  hasPasskey(userId: string): Promise<boolean>;
  /**
   * Verifies the response of an authenticator. `use` runs in the transaction of what the user confirms. It returns when the passkey was
   * added; undefined if the response was used meanwhile.
   */
  verify(
    owner: PasskeyOwner,
    credential: PasskeyAssertion,
  ): Promise<
    | { amr: readonly string[]; use(queries: Queries): Promise<number | undefined> }
    | { refused: PasskeyRefusal }
  >;
};
