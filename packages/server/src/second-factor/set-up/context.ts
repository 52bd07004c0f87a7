// The dependencies that the files for setting up a second factor share.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { OwnChanges } from '../../changes/own-changes.ts';
import type { Encryption } from '../../crypto/encryption.ts';
import type { Database } from '../../database/connect.ts';
import type { ChangeRule } from '../../factors/change-rule.ts';
import type { PasskeyAdding } from '../../factors/new-factors.ts';
import type { PendingSignIns } from '../../factors/pending-sign-ins.ts';
import type { SecondFactors } from '../../factors/policy.ts';
import type { RecoveryCodes } from '../../factors/recovery-codes.ts';
import type { RememberedBrowsers } from '../../factors/remembered-browsers.ts';
import type { RemovalRule } from '../../factors/removal-rule.ts';
import type { TotpFactors } from '../../factors/totp.ts';
import type { UsableFactors } from '../../factors/usable-factors.ts';
import type { PendingCookie } from '../../http/second-factor-cookies.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { Site } from '../../pages/web-build.ts';
import type { CompleteSignIn, TrustDevice } from '../../sessions/complete-sign-in.ts';
import type { RevokeUsers } from '../../sessions/revocation.ts';
import type { SessionStore } from '../../sessions/store.ts';
import type { User } from '../../users/user.ts';

export type SecondFactorContext = {
  db: Database;
  encryption: Encryption;
  users: { byId(id: string): Promise<User | undefined> };
  sessions: SessionStore;
  revokeUsers: RevokeUsers;
  ownChanges: OwnChanges;
  http: { sessionCookie: SessionCookie; pendingCookie: PendingCookie };
  factors: {
    pendingSignIns: PendingSignIns;
    totp: TotpFactors;
    usable: UsableFactors;
    changes: ChangeRule;
    removals: RemovalRule;
    recoveryCodes: RecoveryCodes;
    remembered: RememberedBrowsers;
    policy: SecondFactors;
  };
  site: Site;
  /** Our name in authenticator apps, in Latin letters: others would double the size of the QR code. */
  issuer: string;
  enabledMethods: readonly MethodId[];
  /** Undefined where passkeys are off. */
  passkeyAdding: PasskeyAdding | undefined;
  completeSignIn: CompleteSignIn;
  trustDevice: TrustDevice;
  now: () => number;
};
