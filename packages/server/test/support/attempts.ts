// Sends passwords to a composed server and returns the outcomes.

import type { LightMyRequestResponse } from 'fastify';
import { ours, password, type World } from './world.ts';

type AttemptOptions = {
  from?: string;
  cookie?: string | undefined;
  as?: string;
  to?: World['server'];
};

/** Returns what a response shows the client: `wait 15`, or its status. */
export const outcome = ({ statusCode, headers }: LightMyRequestResponse) =>
  statusCode === 429 ? `wait ${headers['retry-after']}` : statusCode;

export function createAttempts(world: () => World, name: string) {
  const attempt = (
    given: string,
    { from = '192.0.2.1', cookie, as = name, to }: AttemptOptions = {},
  ) =>
    world().send(
      {
        method: 'POST',
        url: '/api/auth',
        payload: { username: as, password: given },
        headers: { ...ours, ...(cookie !== undefined && { cookie }) },
        remoteAddress: from,
      },
      to,
    );

  return {
    attempt,

    async outcomes(count: number, given: string, how: AttemptOptions = {}) {
      const all: (string | number)[] = [];
      for (let i = 0; i < count; i += 1) all.push(outcome(await attempt(given, how)));
      return all;
    },

    /** Signs in and returns the device cookie of the browser. */
    async deviceOf(as = name, before?: string): Promise<string> {
      const ticket = (await attempt(password, { as, cookie: before })).json();
      const entered = await world().post(
        '/api/auth/internal',
        ticket,
        before === undefined ? {} : { cookie: before },
      );
      const device = entered.cookies.find((cookie) => cookie.name === 'brama_device');
      return `brama_device=${device?.value}`;
    },
  };
}
