// The dependencies that the files for setting up a second factor share.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Language } from '@brama/contract/paths';
import type {
  NewPasskeyOptionsResponse,
  PasskeyRegistration,
} from '@brama/contract/sign-in/passkey/schemas';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OwnChanges } from '../../changes/own-changes.ts';
import type { Encryption } from '../../crypto/encryption.ts';
import type { Database, Queries } from '../../database/connect.ts';
import type { Change } from '../../events/change.ts';
import type { ChangeRule } from '../../factors/change-rule.ts';
import type { PendingSignIns } from '../../factors/pending-sign-ins.ts';
import type { SecondFactors } from '../../factors/policy.ts';
import type { RecoveryCodes } from '../../factors/recovery-codes.ts';
import type { RememberedBrowsers } from '../../factors/remembered-browsers.ts';
import type { TotpFactors } from '../../factors/totp.ts';
import type { UsableFactors } from '../../factors/usable-factors.ts';
import type { PendingCookie } from '../../http/second-factor-cookies.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { Site } from '../../pages/web-build.ts';
import type { RevokeUsers } from '../../sessions/revocation.ts';
import type { Session, SignIn } from '../../sessions/session.ts';
import type { SessionStore } from '../../sessions/store.ts';
import type { User } from '../../users/user.ts';

/** Stores a new passkey in a transaction. Returns the `amr` of a sign-in with it. */
export type StorePasskey = (change: Change) => Promise<readonly string[]>;

type PasskeyOwner = {
  id: string;
  userId: string;
  method: MethodId;
  verifiedAt: number;
  isThere(queries: Queries): Promise<boolean>;
};

/** Adds passkeys for a sign-in that is not complete. */
export type PasskeyAdding = {
  options(
    owner: PasskeyOwner,
    user: Pick<User, 'id' | 'username' | 'fullName'>,
    language: Language,
  ): Promise<NewPasskeyOptionsResponse['options']>;
  /** `inTransaction` throws if it has not stored the passkey. @throws the error for the client. */
  add(
    request: FastifyRequest,
    owner: PasskeyOwner,
    given: { credential: PasskeyRegistration },
    inTransaction: (store: StorePasskey) => Promise<unknown>,
  ): Promise<unknown>;
};

export type SecondFactorContext = {
  db: Database;
  encryption: Encryption;
  users: { byId(id: string): Promise<User | undefined> };
  sessions: Pick<SessionStore, 'raise' | 'rotate' | 'withFactor'>;
  revokeUsers: RevokeUsers;
  ownChanges: OwnChanges;
  http: { sessionCookie: SessionCookie; pendingCookie: PendingCookie };
  factors: {
    pendingSignIns: Pick<PendingSignIns, 'take'>;
    totp: TotpFactors;
    usable: UsableFactors;
    changes: ChangeRule;
    recoveryCodes: RecoveryCodes;
    remembered: RememberedBrowsers;
    policy: Pick<SecondFactors, 'policyOf' | 'missingStep'>;
  };
  site: Site;
  /** Our name in authenticator apps, in Latin letters: others would double the size of the QR code. */
  issuer: string;
  enabledMethods: readonly MethodId[];
  /** Undefined where passkeys are off. */
  passkeyAdding: PasskeyAdding | undefined;
  completeSignIn(
    request: FastifyRequest,
    reply: FastifyReply,
    take: (queries: Queries) => Promise<SignIn | undefined>,
  ): Promise<boolean>;
  /** Stores that the user of the session has passed a second factor in this browser. Returns the function that sets the cookie. */
  trustDevice(
    queries: Queries,
    request: FastifyRequest,
    session: Pick<Session, 'userId' | 'isSharedComputer'>,
  ): Promise<(reply: FastifyReply) => void>;
  now: () => number;
};
