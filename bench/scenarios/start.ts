// Measures how soon a server responds after its start, and its memory at rest and right after a load of everything
// users do. Starts its own servers beside the running ones.

import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../figures.ts';
import { runLoads } from '../load/closed-loop.ts';
import type { Connection } from '../load/connection.ts';
import { askUser, openApplication, resolveByPost, signIn } from '../load/steps.ts';
import { residentMib } from '../machine/processes.ts';
import { connections, type Plan } from '../plan.ts';
import { takeTurns } from '../rounds.ts';
import { placeOf, type Row, type Scenario, type Verdict } from '../scenario.ts';
import { startServer } from '../system/server.ts';
import type { World } from '../system/world.ts';

const mostIdleMib = 120;
const mostReadyMs = 1_000;
const restMs = 1_000;

type Start = { readyMs: number; readyCpuMs: number; idleMib: number };

async function startOnce({ settings }: World): Promise<Start> {
  const server = await startServer(settings);
  try {
    await sleep(restMs);
    const { readyMs, readyCpuMs, pid } = server;
    return { readyMs, readyCpuMs, idleMib: residentMib(pid) };
  } finally {
    await server.stop();
  }
}

/** Visits everything from the first page to the application, on the server that stays. */
async function memoryAfterLoad(world: World, plan: Plan): Promise<number> {
  async function visit(connection: Connection) {
    const cookie = await signIn(connection, world.nextUser());
    for (let page = 0; page < 5; page++) await askUser(connection, cookie);
    await resolveByPost(connection, await openApplication(connection, cookie));
  }
  const load = { port: world.server.port, connections, operation: visit };
  await runLoads([load], plan.storm.window, () => undefined);
  return residentMib(world.server.pid);
}

function rowOf(world: World, { readyMs, readyCpuMs, idleMib }: Start, loadedMib: number): Row {
  const notes = [
    `ready after ${readyMs.toFixed(0)} ms (${readyCpuMs.toFixed(0)} CPU-ms)`,
    `${idleMib.toFixed(0)} MiB at rest`,
    `${loadedMib.toFixed(0)} MiB under load`,
    `apply ${(world.applyMs / 1000).toFixed(1)} s`,
  ];
  return { what: 'start', database: world.database, users: world.users, note: notes.join(', ') };
}

function verdictsOn(world: World, { readyMs, readyCpuMs, idleMib }: Start): Verdict[] {
  const where = placeOf(world);
  return [
    {
      aim: 'ready after start',
      where,
      figure: `${readyMs.toFixed(0)} ms (${readyCpuMs.toFixed(0)} CPU-ms)`,
      wanted: '≤ 1 s',
      met: readyMs <= mostReadyMs,
    },
    {
      aim: 'memory at rest',
      where,
      figure: `${idleMib.toFixed(0)} MiB`,
      wanted: '≤ 120 MiB',
      met: idleMib <= mostIdleMib,
    },
  ];
}

export const start: Scenario = {
  name: 'start',
  about: 'time until ready, memory at rest and after load',
  async run(plan, worlds) {
    // the first start fills the compile cache, which is written when the process ends
    for (const world of worlds.slice(0, 1)) await startOnce(world);
    const starts = await takeTurns(plan.starts, worlds, startOnce);
    const rows: Row[] = [];
    const verdicts: Verdict[] = [];
    for (const [world, own] of starts) {
      const middle: Start = {
        readyMs: median(own.map(({ readyMs }) => readyMs)),
        readyCpuMs: median(own.map(({ readyCpuMs }) => readyCpuMs)),
        idleMib: median(own.map(({ idleMib }) => idleMib)),
      };
      rows.push(rowOf(world, middle, await memoryAfterLoad(world, plan)));
      verdicts.push(...verdictsOn(world, middle));
    }
    return {
      rows,
      verdicts,
      rounds: [...starts].map(([world, own]) => ({ world: placeOf(world), rounds: own })),
    };
  },
};
