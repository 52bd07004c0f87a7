// Tells applications that a session is over (OpenID Connect Back-Channel Logout 1.0), whichever way it
// ended: at once where somebody signs out, soon where it has run out, again where one does not answer.

import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Farewell, Grant, Grants } from './grants.ts';

/** One try waits no longer; the library's own figure. */
const patienceMs = 2_500;
/** Whoever signs out waits no longer than this to see who could not be told. */
export const courtesyMs = 1_500;
/** After the n-th try in vain the next comes so much later; after the last none. */
const pausesMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 3600_000];
const atOnce = 20;
const intervalMs = 5_000;

/** What the library's clients can, beyond their published types. */
type TellableClient = {
  backchannelLogoutUri?: string;
  backchannelLogout(sub: string, sid: string): Promise<unknown>;
};

type Needs = {
  grants: Grants;
  provider(): Promise<Provider>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  now: () => number;
};

export function createFarewells({ grants, provider, log, now }: Needs) {
  let round: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function send({ clientId, userId, sid }: Grant): Promise<void> {
    const { Client } = await provider();
    const client = (await Client.find(clientId)) as TellableClient | undefined;
    if (client?.backchannelLogoutUri) await client.backchannelLogout(userId, sid);
  }

  /** One that has been told, or need not be, is done with. */
  async function tell({ grant, tries }: Farewell): Promise<void> {
    try {
      await send(grant);
      await grants.farewellSaid(grant.id);
    } catch (error) {
      const isLast = tries > pausesMs.length;
      const reason = error instanceof Error ? error.message : 'unknown';
      const words = isLast ? 'could not be told of a sign-out' : 'not yet told of a sign-out';
      log[isLast ? 'warn' : 'info']({ client: grant.clientId, tries, reason }, words);
    }
  }

  const nextAt = (tries: number) => {
    const pause = pausesMs[tries - 1];
    return pause === undefined ? null : now() + patienceMs + pause;
  };

  async function tellDue(): Promise<void> {
    let taken: Farewell[];
    do {
      taken = await grants.takeFarewells(atOnce, nextAt);
      await Promise.all(taken.map(tell));
    } while (taken.length === atOnce && !stopped);
  }

  /** Tells the applications of these grants past all that waits: somebody is looking on. */
  async function tellNow(ids: readonly string[]): Promise<void> {
    await Promise.all((await grants.takeFarewells(ids.length, nextAt, ids)).map(tell));
  }

  /** One round at a time; what comes up meanwhile waits for the next. */
  function run(): Promise<void> {
    round ??= tellDue()
      .catch((err: unknown) => log.warn({ err }, 'sign-outs could not be told'))
      .finally(() => {
        round = undefined;
      });
    return round;
  }

  return {
    /** Tells the applications of these grants; resolves when it is done, or after so long. */
    async tell(ids: readonly string[], mostMs: number): Promise<void> {
      const telling = tellNow(ids).catch((err: unknown) => log.warn({ err }, 'sign-outs not told'));
      // whoever else is due is told as well, and waited for by nobody
      void telling.then(run);
      await Promise.race([telling, setTimeout(mostMs, undefined, { ref: false })]);
    },

    /** Tells what falls due until stopped. */
    start() {
      timer = setInterval(() => void run(), intervalMs);
      timer.unref();
    },

    async stop() {
      stopped = true;
      clearInterval(timer);
      await round;
    },
  };
}
