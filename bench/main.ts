// `npm run bench -- [OPTION…] [SCENARIO…]`: measures, and prints the figures and whether they reach the aims.

import { parseArgs } from 'node:util';
import { BrokenConnection, UnexpectedAnswer } from './load/connection.ts';
import { planFor } from './plan.ts';
import { goalsAsMarkdown } from './report/goals.ts';
import { saveResults } from './report/results.ts';
import { verdictsAsText } from './report/table.ts';
import { runScenarios } from './run.ts';
import { scenarios } from './scenarios.ts';
import { databases } from './system/world.ts';

/** @throws when the arguments are wrong */
function readArguments() {
  const { values, positionals: names } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      hops: { type: 'string' },
      minutes: { type: 'string' },
      users: { type: 'string' },
      database: { type: 'string' },
    },
  });
  const unknown = names.filter((name) => !scenarios.some((scenario) => scenario.name === name));
  const numbers = {
    ...(values.hops && { hops: Number(values.hops) }),
    ...(values.minutes && { minutes: Number(values.minutes) }),
    ...(values.users && { populations: values.users.split(',').map(Number) }),
  };
  const { database } = values;
  const only = databases.filter((name) => database === undefined || name === database);
  const isWrong = Object.values(numbers)
    .flat()
    .some((number) => !(number > 0));
  if (unknown.length > 0 || isWrong || only.length === 0)
    throw new Error('unknown scenario or database, or wrong number');
  return { quick: values.quick, names, options: { ...numbers, databases: only } };
}

function usage() {
  const list = scenarios.map(({ name, about }) => `  ${name.padEnd(10)}${about}`).join('\n');
  return `usage: npm run bench -- [OPTION…] [SCENARIO…]

  --quick            shortens every scenario
  --users=N,N        numbers of users and sessions that growth compares
  --database=NAME    SQLite or PostgreSQL; otherwise both
  --hops=N           for leak
  --minutes=N        for memory

${list}`;
}

function parsed() {
  try {
    return readArguments();
  } catch {
    console.error(usage());
    return process.exit(2);
  }
}

async function run({ quick, names, options }: ReturnType<typeof readArguments>) {
  const began = performance.now();
  const chosen = scenarios.filter(({ name, onlyWhenNamed }) =>
    names.length === 0 ? !onlyWhenNamed : names.includes(name),
  );
  const outcomes = await runScenarios(planFor(quick, options), chosen);
  const seconds = Math.round((performance.now() - began) / 1000);
  const all = Object.values(outcomes);
  const verdicts = all.flatMap((outcome) => outcome.verdicts);
  if (verdicts.length > 0) console.log(verdictsAsText(verdicts));
  for (const { markdown } of all) if (markdown) console.log(`\n${markdown}`);
  const goals = all.flatMap((outcome) => outcome.goals ?? []);
  if (goals.length > 0) console.log(`\n${goalsAsMarkdown(goals)}`);
  const file = saveResults({ quick, seconds, outcomes });
  console.log(`\n${seconds} s; every measurement: ${file}`);
  if (all.some(({ failed }) => failed)) process.exitCode = 1;
}

if (process.platform !== 'linux') {
  console.error('The benchmark needs Linux (it reads /proc).');
  process.exit(2);
}
try {
  await run(parsed());
} catch (error) {
  const known = error instanceof UnexpectedAnswer || error instanceof BrokenConnection;
  console.error(known ? `Stopped: ${error.message}` : error);
  process.exitCode = 1;
}
