// What the functions of this folder use, in named groups. `protocol.ts` creates them.

import type { KeyObject } from 'node:crypto';
import type { MethodId } from '@brama/contract/pages/login-page';
import type { Encryption } from '../../crypto/encryption.ts';
import type { RequestLimits } from '../../http/limits/request-limits.ts';
import type { Outbound } from '../../outbound/request.ts';
import type { NetworkLimits } from '../../rate-limits/network-limits.ts';
import type { SessionStore } from '../../sessions/store.ts';
import type { UserStore } from '../../users/store.ts';
import type { Application } from '../application.ts';
import type { PairwiseSubject } from '../pairwise-subjects.ts';
import type { ProtocolContext } from '../protocol.ts';
import type { AuthorizationRequestStore } from '../suspended-requests/store.ts';
import type { GrantStore } from './adapters/grants.ts';
import type { TokenStore } from './adapters/tokens.ts';
import type { Registrations } from './clients/registrations.ts';
import type { ConsentStore } from './consent/store.ts';
import type { CurrentProvider } from './current-provider.ts';
import type { DeviceCodeStore } from './device/device-codes.ts';
import type { UserCodeLimits } from './device/user-code-limits.ts';
import type { BackchannelLogout } from './logout/backchannel-logout.ts';
import type { LogoutQueue } from './logout/logout-queue.ts';

export type Stores = {
  users: UserStore;
  sessions: SessionStore;
  applications: {
    byId(id: string): Promise<Application | undefined>;
    byClientId(clientId: string): Promise<Application | undefined>;
  };
  authorizationRequests: AuthorizationRequestStore;
  /** Undefined if clients may not register themselves. */
  registrations: Registrations | undefined;
  tokens: TokenStore;
  grants: GrantStore;
  consents: ConsentStore;
  deviceCodes: DeviceCodeStore;
  logoutQueue: LogoutQueue;
};

export type Pages = ProtocolContext['pages'];

export type OidcDeps = Pick<ProtocolContext, 'http' | 'db' | 'log' | 'now'> & {
  settings: { baseUrl: string; methodsOn: readonly MethodId[] };
  crypto: {
    encryption: Encryption;
    pairwiseSubject: PairwiseSubject;
    /** 32 bytes, the same on all nodes. */
    dpopNonceSecret: Buffer;
    deviceFormKey: KeyObject;
  };
  limits: { networks: NetworkLimits; requests: RequestLimits; userCodes: UserCodeLimits };
  pages: Pages;
  stores: Stores;
  outbound: Outbound;
  backchannelLogout: BackchannelLogout;
  current(): Promise<CurrentProvider>;
};
