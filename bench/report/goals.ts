// Compares figures of our server with those of the bare library, round by round.

import { median } from '../figures.ts';
import { bareName } from '../system/bare.ts';
import { type DatabaseName, databases } from '../system/world.ts';
import { markdownTable, spreadOf } from './markdown.ts';

/** What one figure should be. */
export type Goal = {
  what: string;
  /** The figures of every round, by provider: the bare library and our server on each database. */
  rounds: ReadonlyMap<string, readonly number[]>;
  /** Decimal places of a figure. */
  digits: number;
  /** At most this many times the bare library, on each database, or at most this figure. */
  most?: { times: Record<DatabaseName, number> } | { figure: number };
};

/** Returns the ratio of figures that were measured right after each other. */
function ratiosOf({ rounds }: Goal, database: DatabaseName): number[] {
  const bare = rounds.get(bareName) ?? [];
  const own = rounds.get(database) ?? [];
  return own.flatMap((figure, round) => {
    const other = bare[round];
    return other === undefined ? [] : [figure / other];
  });
}

/** Returns whether the median reaches the goal. */
function isMet(goal: Goal, database: DatabaseName): boolean {
  const { most, rounds } = goal;
  if (!most) return true;
  return 'times' in most
    ? median(ratiosOf(goal, database)) <= most.times[database]
    : median([...(rounds.get(database) ?? [])]) <= most.figure;
}

function wantedOf({ most }: Goal): string {
  if (!most) return '–';
  if ('figure' in most) return `≤ ${most.figure}`;
  const times = new Set(databases.map((database) => `${most.times[database]} ×`));
  return `≤ ${[...times].join(', ')}`;
}

function lineOf(goal: Goal): string[] {
  const { what, rounds, digits } = goal;
  const cells = databases.flatMap((database) => [
    spreadOf(rounds.get(database) ?? [], digits),
    spreadOf(ratiosOf(goal, database), 2),
  ]);
  const measured = databases.filter((database) => rounds.has(database));
  const met = measured.map((database) => (isMet(goal, database) ? 'met' : '**missed**'));
  return [
    what,
    spreadOf(rounds.get(bareName) ?? [], digits),
    ...cells,
    wantedOf(goal),
    goal.most ? met.join(', ') : '',
  ];
}

/** Returns the table: medians and ranges over all rounds. */
export function goalsAsMarkdown(goals: readonly Goal[]): string {
  const titles = [
    'median (range)',
    bareName,
    ...databases.flatMap((database) => [`Brama, ${database}`, 'ratio']),
    'goal',
    databases.join(', '),
  ];
  return markdownTable(titles, goals.map(lineOf));
}
