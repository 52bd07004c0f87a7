// Builds a scenario of one operation that signed-in users repeat. Gives its rates, and the cost of many users.

import { growthOf } from './growth.ts';
import type { Operation } from './load/closed-loop.ts';
import { connections } from './plan.ts';
import { calmerHalf, measure, rowOf, takeTurns } from './rounds.ts';
import { placeOf, type Scenario } from './scenario.ts';
import { cookiesOf } from './sessions.ts';

const warmUpMs = 1_500;

type Repeated = {
  name: string;
  about: string;
  what: string;
  /** Makes the operation. `cookies` returns the cookie of a signed-in browser. */
  operation(cookies: () => string): Operation;
};

export function repeated({ name, about, what, operation }: Repeated): Scenario {
  return {
    name,
    about,
    async run(plan, worlds) {
      const operations = new Map<object, Operation>();
      for (const world of worlds) operations.set(world, operation(await cookiesOf(world)));
      const run = (world: (typeof worlds)[number], window = plan.fast.window) => {
        const own = operations.get(world) ?? (() => Promise.resolve());
        return measure(world, { operation: { connections, operation: own } }, window);
      };
      // until the hot code is compiled; not counted
      for (const world of worlds) await run(world, { warmUpMs: 0, ms: warmUpMs });
      const rounds = await takeTurns(plan.fast.count, worlds, (world) => run(world));
      return {
        rows: [...rounds].map(([world, own]) =>
          rowOf(
            what,
            world,
            calmerHalf(own, ({ costs }) => costs.othersShare).map(({ loads, costs }) => ({
              figures: loads.operation,
              costs,
            })),
          ),
        ),
        verdicts: growthOf(what, rounds),
        rounds: [...rounds].map(([world, own]) => ({ world: placeOf(world), rounds: own })),
      };
    },
  };
}
