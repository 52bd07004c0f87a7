// One run: opens every world, runs the scenarios on them, and closes everything, also after an error.

import type { Plan } from './plan.ts';
import { tableOf } from './report/table.ts';
import type { Outcome, Scenario } from './scenario.ts';
import { placeOf } from './scenario.ts';
import { openWorld, type World } from './system/world.ts';

async function openWorlds(plan: Plan, worlds: World[]) {
  for (const database of plan.databases)
    for (const users of plan.sizes) {
      console.error(`Seeding ${placeOf({ database, users })}…`);
      worlds.push(await openWorld(database, users));
    }
}

export async function runScenarios(plan: Plan, scenarios: readonly Scenario[]) {
  const worlds: World[] = [];
  const outcomes: Record<string, Outcome> = {};
  const close = async () => {
    for (const world of worlds.splice(0)) await world.close();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void close().finally(() => process.exit(130)));
  try {
    if (scenarios.some(({ ownServers }) => !ownServers)) await openWorlds(plan, worlds);
    for (const scenario of scenarios) {
      console.error(`Measuring ${scenario.about}…`);
      const outcome = await scenario.run(plan, worlds);
      outcomes[scenario.name] = outcome;
      console.log(`\n${tableOf(outcome.rows)}\n`);
    }
    return outcomes;
  } finally {
    await close();
  }
}
