// The dependencies of the functions in this folder, in named groups. `protocol.ts` creates them.

import type { LevelSettings } from '../levels/method-levels.ts';
import type { ProtocolContext } from '../protocol.ts';
import type { FindService } from './find-service.ts';
import type { TicketStore } from './tickets/ticket-store.ts';

export type CasDeps = Pick<
  ProtocolContext,
  'http' | 'pages' | 'activity' | 'events' | 'log' | 'now'
> & {
  settings: LevelSettings & { baseUrl: string };
  stores: Pick<ProtocolContext['stores'], 'authorizationRequests' | 'sessions' | 'applications'>;
  limits: Pick<ProtocolContext['limits'], 'networks' | 'requests'>;
  tickets: TicketStore;
  findService: FindService;
};
