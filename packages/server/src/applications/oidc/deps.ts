// The dependencies of the functions in this folder, in named groups. `protocol.ts` creates them.

import type { KeyObject } from 'node:crypto';
import type { MethodId } from '@brama/contract/pages/login-page';
import type { Outbound } from '../../outbound/request.ts';
import type { Application } from '../application.ts';
import type { MethodLevels } from '../levels/method-levels.ts';
import type { ProtocolContext } from '../protocol.ts';
import type { ApplicationStore } from '../store.ts';
import type { GrantStore } from './adapters/grants.ts';
import type { RequestRecordsReader } from './adapters/request-records.ts';
import type { TokenStore } from './adapters/tokens.ts';
import type { Registrations } from './clients/registrations.ts';
import type { ConsentStore } from './consent/consent-store.ts';
import type { CurrentProvider } from './current-provider.ts';
import type { DeviceCodeStore } from './device/device-codes.ts';
import type { UserCodeLimits } from './device/user-code-limits.ts';
import type { BackchannelLogout } from './logout/backchannel-logout.ts';
import type { LogoutQueue } from './logout/logout-queue.ts';

export type Stores = Omit<ProtocolContext['stores'], 'applications'> & {
  applications: {
    byId(id: string): Promise<Application | undefined>;
    byClientId(clientId: string): Promise<Application | undefined>;
    fromPrefixed: ApplicationStore['fromPrefixed'];
  };
  /** Undefined if clients may not register themselves. */
  registrations: Registrations | undefined;
  tokens: TokenStore;
  records: RequestRecordsReader;
  grants: GrantStore;
  consents: ConsentStore;
  deviceCodes: DeviceCodeStore;
  logoutQueue: LogoutQueue;
};

export type Pages = ProtocolContext['pages'];

export type OidcDeps = Pick<
  ProtocolContext,
  'http' | 'pages' | 'db' | 'events' | 'activity' | 'log' | 'now'
> & {
  settings: { baseUrl: string; methodsOn: readonly MethodId[]; methodLevels: MethodLevels };
  crypto: Pick<ProtocolContext, 'encryption' | 'pairwiseSubject'> & {
    /** 32 bytes, the same on all nodes. */
    dpopNonceSecret: Buffer;
    deviceFormKey: KeyObject;
  };
  limits: Pick<ProtocolContext['limits'], 'networks' | 'requests'> & { userCodes: UserCodeLimits };
  stores: Stores;
  outbound: Outbound;
  backchannelLogout: BackchannelLogout;
  current(): Promise<CurrentProvider>;
};
