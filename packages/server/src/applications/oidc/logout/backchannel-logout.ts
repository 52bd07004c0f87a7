// Tells applications that a session is over (OpenID Connect Back-Channel Logout 1.0), whichever way it
// ended: at once where somebody signs out, soon where it has run out, again where one does not answer.

import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Grant, GrantStore, LogoutNotification } from '../adapters/grants.ts';

/** One try waits no longer; the library's own figure. */
const patienceMs = 2_500;
/** Whoever signs out waits no longer than this to see who could not be told. */
export const courtesyMs = 1_500;
/** After the n-th try in vain the next comes so much later; after the last none. */
const pausesMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 3600_000];
/** So many are told at once, and so many of them by one application: a silent one holds up no other. */
const atOnce = 40;
export const maxConcurrentPerClient = 4;
const intervalMs = 5_000;

/** What the library's clients can, beyond their published types. */
type TellableClient = {
  backchannelLogoutUri?: string;
  backchannelLogout(sub: string, sid: string): Promise<unknown>;
};

type Deps = {
  grants: GrantStore;
  provider(): Promise<Provider>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  now: () => number;
};

/** No words of others: an address an application has registered may hold what is no business of a log. */
function reasonOf(error: unknown): string {
  const { response, code, name } = error as {
    response?: { status: number };
    code?: unknown;
    name?: string;
  };
  if (response) return `status ${response.status}`;
  return typeof code === 'string' ? code : (name ?? 'unknown');
}

class UnknownClient extends Error {
  override name = 'UnknownClient';
}

export function createBackchannelLogout({ grants, provider, log, now }: Deps) {
  const underWay = new Set<Promise<void>>();
  const ofClient = new Map<string, number>();
  let looking: Promise<void> | undefined;
  let lookAgain = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function send({ clientId, userId, sid }: Grant): Promise<void> {
    const { Client } = await provider();
    const client = (await Client.find(clientId)) as TellableClient | undefined;
    // its record has changed since: it may come back, and nobody has been told
    if (!client) throw new UnknownClient();
    if (client.backchannelLogoutUri) await client.backchannelLogout(userId, sid);
  }

  /** One that has been told, or does not listen, is done with. */
  async function tell({ grant, attempt }: LogoutNotification): Promise<void> {
    try {
      await send(grant);
      await grants.farewellOver(grant.id);
    } catch (error) {
      const isLast = attempt > pausesMs.length;
      const words = isLast ? 'could not be told of a sign-out' : 'not yet told of a sign-out';
      const what = { client: grant.clientId, tries: attempt, reason: reasonOf(error) };
      log[isLast ? 'warn' : 'info'](what, words);
    }
  }

  const nextAt = (tries: number) => {
    const pause = pausesMs[tries - 1];
    return pause === undefined ? null : now() + patienceMs + pause;
  };

  const countOf = (clientId: string) => ofClient.get(clientId) ?? 0;

  function begin(farewell: LogoutNotification) {
    const { clientId } = farewell.grant;
    ofClient.set(clientId, countOf(clientId) + 1);
    const telling = tell(farewell).then(() => {
      const others = countOf(clientId) - 1;
      const held = underWay.size >= atOnce || others + 1 >= maxConcurrentPerClient;
      underWay.delete(telling);
      if (others === 0) ofClient.delete(clientId);
      else ofClient.set(clientId, others);
      // what there was no room for
      if (held) look();
    });
    underWay.add(telling);
  }

  /** Begins all that is due and has room. */
  async function takeDue(): Promise<void> {
    let taken: LogoutNotification[];
    do {
      lookAgain = false;
      const most = atOnce - underWay.size;
      if (stopped || most <= 0) return;
      const share = { most: maxConcurrentPerClient, underWay: ofClient };
      taken = await grants.takeFarewells({ most, nextAt, share });
      for (const farewell of taken) begin(farewell);
    } while (taken.length > 0);
  }

  /** One look at a time; what comes up meanwhile is seen by another. */
  function look(): void {
    lookAgain = true;
    looking ??= takeDue()
      .catch((err: unknown) => log.warn({ err }, 'sign-outs could not be told'))
      .finally(() => {
        looking = undefined;
        if (lookAgain) look();
      });
  }

  /** Tells the applications of these grants past all that waits: somebody is looking on. */
  async function tellNow(only: readonly string[]): Promise<void> {
    const taken = await grants.takeFarewells({ most: only.length, nextAt, only });
    await Promise.all(taken.map(tell));
  }

  return {
    /** Tells the applications of these grants; resolves when it is done, or after so long. */
    async tell(ids: readonly string[], mostMs: number): Promise<void> {
      const telling = tellNow(ids).catch((err: unknown) => log.warn({ err }, 'sign-outs not told'));
      // whoever else is due is told as well, and waited for by nobody
      void telling.then(look);
      await Promise.race([telling, setTimeout(mostMs, undefined, { ref: false })]);
    },

    /** Tells what falls due until stopped. */
    start() {
      timer = setInterval(look, intervalMs);
      timer.unref();
    },

    async stop() {
      stopped = true;
      clearInterval(timer);
      await looking;
      await Promise.all(underWay);
    },
  };
}

export type BackchannelLogout = ReturnType<typeof createBackchannelLogout>;
