// The dependencies of the functions in this folder, in named groups. `protocol.ts` creates them.

import type { KeyObject } from 'node:crypto';
import type { MethodId } from '@brama/contract/pages/login-page';
import type { Outbound } from '../../outbound/request.ts';
import type { Application } from '../application.ts';
import type { MethodLevels } from '../levels/method-levels.ts';
import type { ProtocolContext } from '../protocol.ts';
import type { LogoutDelivery, NotificationQueue } from '../sign-out/delivery.ts';
import type { ApplicationStore } from '../store.ts';
import type { Grant, GrantStore } from './adapters/grants.ts';
import type { RequestRecordsReader } from './adapters/request-records.ts';
import type { TokenStore } from './adapters/tokens.ts';
import type { Registrations } from './clients/registrations.ts';
import type { ConsentStore } from './consent/consent-store.ts';
import type { CurrentProvider } from './current-provider.ts';
import type { DeviceCodeStore } from './device/device-codes.ts';
import type { UserCodeLimits } from './device/user-code-limits.ts';

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
  logoutQueue: NotificationQueue<Grant>;
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
  backchannelLogout: LogoutDelivery<Grant>;
  current(): Promise<CurrentProvider>;
};
