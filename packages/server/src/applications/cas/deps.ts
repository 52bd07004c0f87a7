// The dependencies of the functions in this folder, in named groups. `protocol.ts` creates them.

import type { Encryption } from '../../crypto/encryption.ts';
import type { createConcurrencyLimit } from '../../http/limits/concurrency-limit.ts';
import type { Outbound } from '../../outbound/request.ts';
import type { LevelSettings } from '../levels/method-levels.ts';
import type { ProtocolContext } from '../protocol.ts';
import type { FindService } from './find-service.ts';
import type { ProxyGrantStore } from './tickets/proxy-grants.ts';
import type { TicketStore } from './tickets/ticket-store.ts';

export type CasDeps = Pick<
  ProtocolContext,
  'http' | 'pages' | 'activity' | 'events' | 'log' | 'now'
> & {
  settings: LevelSettings & { baseUrl: string };
  stores: Pick<ProtocolContext['stores'], 'authorizationRequests' | 'sessions' | 'applications'>;
  limits: Pick<ProtocolContext['limits'], 'networks' | 'requests'>;
  tickets: TicketStore;
  grants: ProxyGrantStore;
  findService: FindService;
  /** Returns the id of the application with this service, as this node last read it. */
  applicationIdOf(service: string): string | undefined;
  outbound: Outbound;
  /** Runs calls to a callback of an application, a limited number at once. */
  limitCallbacks: ReturnType<typeof createConcurrencyLimit>;
  encryption: Encryption;
};
