// What the functions of this folder use, in named groups. `protocol.ts` creates what the composition root does not pass.

import type { KeyObject } from 'node:crypto';
import type { MethodId } from '@brama/contract/pages/login-page';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Encryption } from '../../crypto/encryption.ts';
import type { Database } from '../../database/connect.ts';
import type { RequestLimits } from '../../http/limits/request-limits.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { Outbound } from '../../outbound/request.ts';
import type { Translate } from '../../pages/translate.ts';
import type { NetworkLimits } from '../../rate-limits/network-limits.ts';
import type { SessionStore } from '../../sessions/store.ts';
import type { UserStore } from '../../users/store.ts';
import type { Application } from '../application.ts';
import type { InteractionPages, PageNotices } from '../interaction-pages.ts';
import type { PairwiseSubject } from '../pairwise-subjects.ts';
import type { BrowserCookie } from '../suspended-requests/browser-cookie.ts';
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

type SharedStores = {
  users: Pick<UserStore, 'byId'>;
  sessions: Pick<SessionStore, 'signedInByUid' | 'taxIdOf'>;
  applications: {
    byId(id: string): Promise<Application | undefined>;
    byClientId(clientId: string): Promise<Application | undefined>;
  };
  authorizationRequests: AuthorizationRequestStore;
  /** Undefined if clients may not register themselves. */
  registrations: Registrations | undefined;
};

export type Stores = SharedStores & {
  tokens: TokenStore;
  grants: GrantStore;
  consents: ConsentStore;
  deviceCodes: DeviceCodeStore;
  logoutQueue: LogoutQueue;
};

export type Pages = {
  interactionPages: InteractionPages;
  pageNotices: PageNotices;
  translate: Translate;
};

export type OidcOptions = {
  settings: {
    baseUrl: string;
    methodsOn: readonly MethodId[];
    /** The access of a device ends this long after the user allowed it. */
    deviceSeconds: number;
  };
  crypto: {
    encryption: Encryption;
    pairwiseSubject: PairwiseSubject;
    /** 32 bytes, the same on all nodes. */
    dpopNonceSecret: Buffer;
    userCodeKey: KeyObject;
    deviceFormKey: KeyObject;
  };
  http: {
    sessionCookie: SessionCookie;
    browserCookie: BrowserCookie;
    /** Ends the session of this browser. Returns the applications that were not notified in time. */
    signOut(
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<Pick<Application, 'id' | 'name' | 'title'>[]>;
  };
  limits: { networks: NetworkLimits; requests: RequestLimits; userCodes: UserCodeLimits };
  pages: Pages;
  stores: SharedStores;
  db: Database;
  outbound: Outbound;
  log: Pick<FastifyBaseLogger, 'child' | 'info' | 'warn'>;
  now: () => number;
};

export type OidcDeps = OidcOptions & {
  stores: Stores;
  backchannelLogout: BackchannelLogout;
  current(): Promise<CurrentProvider>;
};
