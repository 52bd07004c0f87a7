// Checks that response times of password resets do not reveal which users exist. Compares an unknown username with
// known ones, and with users to whom the server sends no email. Measures the response and the next request, which
// would wait while the server writes an email. Starts its own servers and a mail server.

import { setTimeout as sleep } from 'node:timers/promises';
import { largestOf, rowsOf, type Times, timesInTurns, verdictsOn } from '../likeness.ts';
import { type Connection, openConnection } from '../load/connection.ts';
import { askNewPassword, browser, expectStatus } from '../load/steps.ts';
import { placeOf, type Scenario } from '../scenario.ts';
import { startMailServer } from '../system/mail-server.ts';
import { addresslessUser, addressOf, disabledUser, passwordlessUser } from '../system/manifest.ts';
import { startServer } from '../system/server.ts';
import type { World } from '../system/world.ts';

const reference = 'an unknown name';
const kinds: Record<string, (username: string) => string> = {
  [reference]: (username) => `nobody.${username}`,
  'a known name': (username) => username,
  'a known address': addressOf,
  'an unknown address': (username) => addressOf(`nobody.${username}`),
  'a name without an address': () => addresslessUser,
  'a disabled user': () => disabledUser,
  'a user without a password': () => passwordlessUser,
};

/** Long enough that the work of one request seldom delays the next. */
const restMs = 15;

async function measureOnce(connection: Connection, name: string) {
  const began = performance.now();
  await askNewPassword(connection, name);
  const answered = performance.now();
  await expectStatus(connection, 200, { method: 'GET', path: '/healthz', headers: browser });
  const ended = performance.now();
  await sleep(restMs);
  return { 'asked for a new password': answered - began, 'the request behind': ended - answered };
}

async function timesOf(world: World, mail: Record<string, string>, tries: number) {
  const server = await startServer({ ...world.settings, ...mail });
  try {
    const connection = await openConnection(server.port);
    const times = await timesInTurns(Object.keys(kinds), tries, (kind) =>
      measureOnce(connection, kinds[kind]?.(world.nextUser()) ?? ''),
    );
    connection.close();
    return times;
  } finally {
    await server.stop();
  }
}

export const resets: Scenario = {
  name: 'resets',
  about: 'the time of asking for a new password tells nothing',
  async run(plan, worlds) {
    const mailServer = await startMailServer();
    const measured: [World, Record<string, Times>][] = [];
    try {
      for (const world of largestOf(worlds))
        measured.push([world, await timesOf(world, mailServer.settings, plan.refusals)]);
    } finally {
      await mailServer.stop();
    }
    const compared = measured.flatMap(([world, all]) =>
      Object.entries(all).map(([what, times]) => ({ world, pair: { what, times, reference } })),
    );
    return {
      rows: compared.flatMap(({ world, pair }) => rowsOf(world, pair)),
      verdicts: compared.flatMap(({ world, pair }) => verdictsOn(world, pair)),
      rounds: measured.map(([world, times]) => ({ world: placeOf(world), times })),
    };
  },
};
