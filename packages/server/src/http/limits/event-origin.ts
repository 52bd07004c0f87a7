// Where a request comes from, as events store it: the network and the label of the browser.

import type { FastifyRequest } from 'fastify';
import type { EventOrigin } from '../../events/event.ts';
import { labelOf } from '../../sessions/browser-label.ts';
import { networkOf } from './client-network.ts';

export function eventOriginOf({ ip, headers }: FastifyRequest): EventOrigin {
  return { network: networkOf(ip), label: labelOf(headers['user-agent']) };
}
