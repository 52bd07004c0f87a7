// Measures the time from a start until the first discovery response, and the memory ten seconds later. Also measures the
// first requests of a process beside later ones.

import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../figures.ts';
import { type Connection, openConnection } from '../load/connection.ts';
import { requestOf } from '../load/openid-steps.ts';
import { askDiiaLink, browser, expectStatus, sendDiiaCallback } from '../load/steps.ts';
import { keepingOff } from '../machine/affinity.ts';
import { watchOthers } from '../machine/costs.ts';
import { familyMemory } from '../machine/processes.ts';
import type { Plan } from '../plan.ts';
import type { Goal } from '../report/goals.ts';
import { takeTurns } from '../rounds.ts';
import type { Outcome, Row, Scenario } from '../scenario.ts';
import { nextUser, type Provider, processors, withProviders } from '../sso/targets.ts';
import { bareName } from '../system/bare.ts';
import { hopClient } from '../system/clients.ts';
import { type RunningDiia, startDiia } from '../system/diia.ts';

/** Milliseconds of one kind of request: the first of a process, and the median of later ones. */
type First = { first: number; steady: number };

type Round = {
  startMs: number;
  startCpuMs: number;
  /** Share of the machine that other processes used during the start (0–1). */
  othersShare: number;
  rss: number;
  pss: number;
  authorization: First;
  signIn: First;
  diia?: First;
};

const repeats = 20;

/** `step` prepares a request and returns how to send it; only sending is timed. */
type Step = (connection: Connection) => Promise<() => Promise<unknown>>;

async function firstOf(
  provider: Provider,
  step: Step,
  settings: Record<string, string> = {},
): Promise<First> {
  const server = await provider.start({ settings });
  try {
    const connection = await openConnection(server.port);
    const times: number[] = [];
    for (let i = 0; i <= repeats; i += 1) {
      const send = await step(connection);
      const began = performance.now();
      await send();
      times.push(performance.now() - began);
    }
    connection.close();
    return { first: times[0] ?? Number.NaN, steady: median(times.slice(repeats / 2)) };
  } finally {
    await server.stop();
  }
}

/** An authorization request of a browser without a session. */
const authorization =
  ({ paths }: Provider): Step =>
  async (connection) => {
    const { path } = requestOf(paths, hopClient);
    return () => expectStatus(connection, 303, { method: 'GET', path, headers: browser });
  };

/** A user needs at least so long to type a password. */
const typingMs = 1000;

/** Our sign-in page is shown before, as to every user. The bare library has none. */
function signIn({ name, signInAs }: Provider): Step {
  let isShown = name === bareName;
  return async (connection) => {
    if (!isShown) {
      await expectStatus(connection, 200, { method: 'GET', path: '/uk/', headers: browser });
      await sleep(typingMs);
    }
    isShown = true;
    return () => signInAs(connection, nextUser());
  };
}

const diiaCallback =
  ({ sign }: RunningDiia): Step =>
  async (connection) => {
    const { requestId } = await askDiiaLink(connection, '');
    const signature = sign(requestId);
    return () => sendDiiaCallback(connection, requestId, signature);
  };

async function startOnce(provider: Provider, idleMs: number) {
  const others = watchOthers();
  const server = await provider.start({ readyPath: provider.paths.discovery });
  const { readyMs: startMs, readyCpuMs: startCpuMs } = server;
  const othersShare = others(startCpuMs);
  try {
    await sleep(idleMs);
    return { startMs, startCpuMs, othersShare, ...familyMemory(server.pid) };
  } finally {
    await server.stop();
  }
}

async function roundOf(provider: Provider, diia: RunningDiia, { idleMs }: Plan): Promise<Round> {
  return {
    ...(await startOnce(provider, idleMs)),
    authorization: await firstOf(provider, authorization(provider)),
    signIn: await firstOf(provider, signIn(provider)),
    ...(provider.name !== bareName && {
      diia: await firstOf(provider, diiaCallback(diia), diia.settings),
    }),
  };
}

type Rounds = ReadonlyMap<Provider, readonly Round[]>;

/** What a first request may take longer than later ones. */
const mostFirstMs = 50;

function goalsOf(rounds: Rounds): Goal[] {
  const figures = (of: (round: Round) => number | undefined) =>
    new Map(
      [...rounds].map(([{ name }, own]) => [name, own.map(of).filter((one) => one !== undefined)]),
    );
  const over = (what: string, of: (round: Round) => First | undefined): Goal => ({
    what: `first ${what} after a start − later ones, ms`,
    rounds: figures((round) => {
      const times = of(round);
      return times && times.first - times.steady;
    }),
    digits: 0,
    most: { figure: mostFirstMs },
  });
  return [
    {
      what: 'idle after first discovery, RSS, MiB',
      rounds: figures(({ rss }) => rss),
      digits: 0,
      most: { times: { SQLite: 1.05, PostgreSQL: 1.05 } },
    },
    {
      what: 'the same, PSS, MiB',
      rounds: figures(({ pss }) => pss),
      digits: 0,
      most: { times: { SQLite: 1.15, PostgreSQL: 1.15 } },
    },
    {
      what: 'start to first discovery response, ms',
      rounds: figures(({ startMs }) => startMs),
      digits: 0,
      most: { times: { SQLite: 1.4, PostgreSQL: 1.5 } },
    },
    over('authorization request', (round) => round.authorization),
    over('password sign-in', (round) => round.signIn),
    over('Diia callback', ({ diia }) => diia),
  ];
}

function rowOf({ name }: Provider, rounds: readonly Round[]): Row {
  const middle = (of: (round: Round) => number) => median(rounds.map(of)).toFixed(0);
  const first = (of: (round: Round) => First) =>
    `${middle((round) => of(round).first)} ms, later ${median(rounds.map((round) => of(round).steady)).toFixed(1)}`;
  const notes = [
    `discovery after ${middle(({ startMs }) => startMs)} ms (${middle(({ startCpuMs }) => startCpuMs)} CPU-ms)`,
    `authorization ${first((round) => round.authorization)}`,
    `sign-in ${first((round) => round.signIn)}`,
  ];
  return {
    what: 'start',
    database: name,
    othersShare: median(rounds.map(({ othersShare }) => othersShare)),
    note: notes.join('; '),
  };
}

async function run(plan: Plan, providers: readonly Provider[]): Promise<Outcome> {
  const diia = await startDiia();
  // Node.js processes share pages, so PSS depends on their number: always this one, the measured one and the load generator
  const beside = await providers[0]?.start();
  try {
    return await keepingOff(processors, async () => {
      // the first start fills the compile cache, which is written when the process ends
      for (const provider of providers) await startOnce(provider, 0);
      const rounds = await takeTurns(plan.starts, providers, (provider) =>
        roundOf(provider, diia, plan),
      );
      return {
        rows: [...rounds].map(([provider, own]) => rowOf(provider, own)),
        goals: goalsOf(rounds),
        verdicts: [],
        rounds: [...rounds].map(([{ name }, own]) => ({ name, rounds: own })),
      };
    });
  } finally {
    await beside?.stop();
    await diia.stop();
  }
}

export const start: Scenario = {
  name: 'start',
  about: 'time until the first responses, memory afterwards',
  ownServers: true,
  run: (plan) => withProviders(plan.databases, (providers) => run(plan, providers)),
};
