// What the functions of this folder use: what the composition root passes, and what `protocol.ts` creates from it.

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
import type { RateLimits } from '../../rate-limits/rate-limits.ts';
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

export type OidcOptions = {
  db: Database;
  baseUrl: string;
  encryption: Encryption;
  /** `dpopNonces`: 32 bytes, the same on all nodes. */
  keys: { dpopNonces: Buffer; userCodes: KeyObject; deviceForms: KeyObject };
  sessions: Pick<SessionStore, 'signedInByUid' | 'taxIdOf'>;
  sessionCookie: SessionCookie;
  /** Ends the session of this browser. Returns the applications that were not notified in time. */
  signOut(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Pick<Application, 'id' | 'name' | 'title'>[]>;
  userById: UserStore['byId'];
  pairwiseSubject: PairwiseSubject;
  applicationById(id: string): Promise<Application | undefined>;
  applicationByClientId(clientId: string): Promise<Application | undefined>;
  /** Undefined if clients may not register themselves. */
  registrations: Registrations | undefined;
  authorizationRequests: AuthorizationRequestStore;
  browserCookie: BrowserCookie;
  limits: {
    rates: Pick<RateLimits, 'take' | 'waitMs' | 'refund'>;
    networks: NetworkLimits;
    requests: RequestLimits;
  };
  pages: { interactionPages: InteractionPages; pageNotices: PageNotices; translate: Translate };
  methodsOn: readonly MethodId[];
  outbound: Outbound;
  /** The access of a device ends this long after the user allowed it. */
  deviceSeconds: number;
  log: Pick<FastifyBaseLogger, 'child' | 'info' | 'warn'>;
  now: () => number;
};

export type OidcDeps = OidcOptions & {
  tokens: TokenStore;
  grants: GrantStore;
  consents: ConsentStore;
  deviceCodes: DeviceCodeStore;
  userCodeLimits: UserCodeLimits;
  logoutQueue: LogoutQueue;
  backchannelLogout: BackchannelLogout;
  current(): Promise<CurrentProvider>;
};
