// The typed client of the administration API, connected to a composed server without a network.

import { createAdminClient } from '@brama/contract/admin/client';
import type { InjectOptions } from 'fastify';
import type { World } from '../world.ts';
import type { Caller } from './callers.ts';

export function clientOf(world: World, caller: Pick<Caller, 'headers'>) {
  return createAdminClient({
    baseUrl: 'http://localhost:3000',
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      const body = await request.text();
      const response = await world.send({
        method: request.method as NonNullable<InjectOptions['method']>,
        url: pathname + search,
        headers: { ...Object.fromEntries(request.headers), ...caller.headers },
        ...(body !== '' && { payload: body }),
      });
      const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [
        name,
        `${value}`,
      ]);
      return new Response(response.body, { status: response.statusCode, headers });
    },
  });
}
