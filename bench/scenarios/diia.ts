// Measures users who look at a Diia code: thousands of pending requests, and a thousand browsers that poll every
// three seconds. Starts its own servers beside the running ones.

import { type Connection, openConnection } from '../load/connection.ts';
import { runPollers } from '../load/pollers.ts';
import { askDiiaLink, checkDiiaRequest, type DiiaBrowser } from '../load/steps.ts';
import { watchCosts } from '../machine/costs.ts';
import { connections } from '../plan.ts';
import type { Row, Scenario } from '../scenario.ts';
import { startDiia } from '../system/diia.ts';
import { type RunningServer, startServer } from '../system/server.ts';
import type { World } from '../system/world.ts';

const browsers = 1000;
/** Codes that each browser has been shown: the current one and earlier ones. */
const codesEach = 5;
const everyMs = 3000;

/** Returns every browser with the request that it polls. Its older requests stay pending. */
async function prepare(port: number): Promise<DiiaBrowser[]> {
  const made: DiiaBrowser[] = [];
  async function oneMore(connection: Connection) {
    let browser: DiiaBrowser = { cookie: '', requestId: '' };
    for (let code = 0; code < codesEach; code += 1)
      browser = await askDiiaLink(connection, browser.cookie);
    made.push(browser);
  }
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await openConnection(port);
      while (made.length < browsers) await oneMore(connection);
      connection.close();
    }),
  );
  return made.slice(0, browsers);
}

async function measureOn(world: World, server: RunningServer, ms: number): Promise<Row> {
  const all = await prepare(server.port);
  const watch = watchCosts({ serverPid: server.pid, databasePid: world.databasePid });
  const asks = all.map((browser) => (on: Connection) => checkDiiaRequest(on, browser));
  const window = { warmUpMs: everyMs, ms };
  const { operations, ...figures } = await runPollers(
    { port: server.port, everyMs, asks },
    window,
    watch.edge,
  );
  const costs = watch.costs();
  const share = (cpuMs: number) => `${((100 * cpuMs) / ms).toFixed(0)} %`;
  const database = world.databasePid ? `, database ${share(costs.databaseCpuMs)}` : '';
  return {
    what: `${browsers * codesEach} pending, ${browsers} asking`,
    database: world.database,
    users: world.users,
    ...figures,
    serverCpuMs: costs.serverCpuMs / operations,
    databaseCpuMs: costs.databaseCpuMs / operations,
    clientCpuMs: costs.clientCpuMs / operations,
    othersShare: costs.othersShare,
    note: `server ${share(costs.serverCpuMs)} of one core${database}`,
  };
}

export const diia: Scenario = {
  name: 'diia',
  about: 'browsers waiting for a confirmation in Diia',
  async run(plan, worlds) {
    const rows: Row[] = [];
    const partner = await startDiia();
    try {
      for (const world of worlds.filter(({ users }) => users === plan.sizes[0])) {
        const server = await startServer({ ...world.settings, ...partner.settings });
        try {
          rows.push(await measureOn(world, server, 5 * everyMs));
        } finally {
          await server.stop();
        }
      }
    } finally {
      await partner.stop();
    }
    return { rows, verdicts: [], rounds: rows };
  },
};
