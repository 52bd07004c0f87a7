// `npm run bench [SCENARIO…] [--quick]`: measures, and prints the figures and whether they reach the aims.

import { BrokenConnection, UnexpectedAnswer } from './load/connection.ts';
import { planFor } from './plan.ts';
import { goalsAsMarkdown } from './report/goals.ts';
import { saveResults } from './report/results.ts';
import { verdictsAsText } from './report/table.ts';
import { runScenarios } from './run.ts';
import { scenarios } from './scenarios.ts';

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const wanted = args.filter((arg) => arg !== '--quick');
const unknown = wanted.filter((arg) => !scenarios.some(({ name }) => name === arg));

function usage() {
  const list = scenarios.map(({ name, about }) => `  ${name.padEnd(10)}${about}`).join('\n');
  return `usage: npm run bench -- [--quick] [SCENARIO…]\n\n${list}`;
}

async function run() {
  const began = performance.now();
  const chosen = scenarios.filter(({ name, onlyWhenNamed }) =>
    wanted.length === 0 ? !onlyWhenNamed : wanted.includes(name),
  );
  const outcomes = await runScenarios(planFor(quick), chosen);
  const seconds = Math.round((performance.now() - began) / 1000);
  const all = Object.values(outcomes);
  const verdicts = all.flatMap((outcome) => outcome.verdicts);
  if (verdicts.length > 0) console.log(verdictsAsText(verdicts));
  const goals = all.flatMap((outcome) => outcome.goals ?? []);
  if (goals.length > 0) console.log(`\n${goalsAsMarkdown(goals)}`);
  const file = saveResults({ quick, seconds, outcomes });
  console.log(`\n${seconds} s; every measurement: ${file}`);
}

if (unknown.length > 0 || process.platform !== 'linux') {
  console.error(
    process.platform === 'linux' ? usage() : 'The benchmark needs Linux (it reads /proc).',
  );
  process.exitCode = 2;
} else {
  try {
    await run();
  } catch (error) {
    const known = error instanceof UnexpectedAnswer || error instanceof BrokenConnection;
    console.error(known ? `Stopped: ${error.message}` : error);
    process.exitCode = 1;
  }
}
