// Measures the memory of every provider after its start, after the first sign-in, and after a long load of everything
// that providers have in common. All run side by side, because nothing is timed.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Load, runLoads } from '../load/closed-loop.ts';
import { openConnection } from '../load/connection.ts';
import { createInspector } from '../machine/heap.ts';
import { familyMemory } from '../machine/processes.ts';
import type { Plan } from '../plan.ts';
import type { Outcome, Row, Scenario } from '../scenario.ts';
import { operations, type SsoOperation } from '../sso/loads.ts';
import { nextUser, type Provider, withBrowsers, withProviders } from '../sso/targets.ts';

const loads = { hop: 4, refresh: 2, documents: 1, signIn: 1 } satisfies Partial<
  Record<SsoOperation, number>
>;

async function run(provider: Provider, { idleMs, minutes }: Plan): Promise<Row[]> {
  const inspector = await createInspector();
  const { name, paths, signInAs } = provider;
  const options = { nodeArgs: inspector.nodeArgs, readyPath: paths.discovery };
  const server = await provider.start(options);
  const rows: Row[] = [];
  async function point(what: string) {
    const { rss, pss } = familyMemory(server.pid);
    const heapMib = await inspector.usedMib({ collectFirst: false });
    const note = `RSS ${rss.toFixed(0)}, PSS ${pss.toFixed(0)}, heap used ${heapMib.toFixed(0)} MiB`;
    rows.push({ what, database: name, note });
  }
  try {
    await sleep(idleMs);
    await point('after the first discovery');
    const connection = await openConnection(server.port);
    await signInAs(connection, nextUser());
    connection.close();
    await point('after the first sign-in');
    const target = await withBrowsers(provider, server);
    const mixed = Object.entries(loads).map(
      ([operation, connections]): Load => ({
        port: server.port,
        connections,
        operation: operations[operation as SsoOperation](target),
      }),
    );
    await runLoads(mixed, { warmUpMs: 0, ms: minutes * 60_000 }, () => undefined);
    await point(`after ${minutes} min of load`);
    await sleep(idleMs);
    await point('idle after the load');
    return rows;
  } finally {
    inspector.close();
    await server.stop();
  }
}

export const memory: Scenario = {
  name: 'memory',
  about: 'memory after the start, the first sign-in and a long load',
  onlyWhenNamed: true,
  ownServers: true,
  run: (plan) =>
    withProviders(plan.databases, async (providers): Promise<Outcome> => {
      const rows = await Promise.all(providers.map((provider) => run(provider, plan)));
      // the rows of one point stand together
      const points = rows[0]?.map((_, at) => rows.flatMap((own) => own[at] ?? [])) ?? [];
      return { rows: points.flat(), verdicts: [], rounds: rows };
    }),
};
