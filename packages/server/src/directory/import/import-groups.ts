// Counts by group whom an import makes members and whose membership it ends, from its stored rows.

import { setImmediate } from 'node:timers/promises';
import type { Language } from '@brama/contract/paths';
import type { Queries } from '../../database/connect.ts';
import { type ImportRow, pageOfRows } from './import-store.ts';

/** Rows that are read at once. */
const pageSize = 1000;
/** Groups of one answer, the same as of access codes. */
const maxGroups = 1000;

/** `ending`: memberships that get an end, after the days of grace; `lastEnd`: the latest of these ends. */
type Moves = { joining: number; leaving: number; ending: number; lastEnd: string | null };

const noMoves: Moves = { joining: 0, leaving: 0, ending: 0, lastEnd: null };

type Membership = string | { name: string; validUntil?: string | null };

/** Returns the end of each membership. One without bounds is the name of the group alone. */
function groupsOf(value: unknown): Map<string, string | null> {
  const memberships: readonly Membership[] = Array.isArray(value) ? value : [];
  return new Map(
    memberships.map((one) =>
      typeof one === 'string' ? [one, null] : [one.name, one.validUntil ?? null],
    ),
  );
}

class GroupCounter {
  readonly moves = new Map<string, Moves>();
  withoutGroup = 0;

  #add(group: string, move: 'joining' | 'leaving' | 'ending', end: string | null = null): void {
    const before = this.moves.get(group) ?? noMoves;
    const lastEnd = [before.lastEnd ?? '', end ?? ''].sort().at(-1) || null;
    this.moves.set(group, { ...before, [move]: before[move] + 1, lastEnd });
  }

  add({ kind, changes }: Pick<ImportRow, 'kind' | 'changes'>): void {
    const [given, planned] = changes?.['groups'] ?? [];
    const before = groupsOf(given);
    const after = groupsOf(planned);
    if (kind === 'created' && after.size === 0) this.withoutGroup += 1;
    for (const group of before.keys()) if (!after.has(group)) this.#add(group, 'leaving');
    for (const [group, end] of after)
      if (!before.has(group)) this.#add(group, 'joining');
      else if (end !== null && end !== before.get(group)) this.#add(group, 'ending', end);
  }
}

type Title = Record<Language, string> | null;

async function titlesAndMembers(queries: Queries, names: readonly string[]) {
  if (names.length === 0) return { titles: new Map(), members: new Map() };
  const groups = await queries
    .selectFrom('groups')
    .select(['name', 'title'])
    .where('name', 'in', names)
    .execute();
  const members = await queries
    .selectFrom('group_members')
    .select(['group_name', ({ fn }) => fn.countAll().as('count')])
    .where('group_name', 'in', names)
    .groupBy('group_name')
    .execute();
  return {
    titles: new Map<string, Title>(
      groups.map(({ name, title }) => [name, title ? JSON.parse(title) : null]),
    ),
    members: new Map(members.map(({ group_name: name, count }) => [name, Number(count)])),
  };
}

/** Returns the groups in the order of their names, and how many new users are in none. */
export async function countGroups(queries: Queries, importId: string) {
  const counter = new GroupCounter();
  for (let after = -1; ; ) {
    const rows = await pageOfRows(queries, importId, { after, limit: pageSize });
    for (const row of rows) counter.add(row);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) break;
    after = last.position;
    // other requests are served between two pages
    await setImmediate();
  }
  const names = [...counter.moves.keys()].sort().slice(0, maxGroups);
  const { titles, members } = await titlesAndMembers(queries, names);
  return {
    groups: names.map((name) => ({
      name,
      title: titles.get(name) ?? null,
      members: members.get(name) ?? 0,
      ...(counter.moves.get(name) ?? noMoves),
    })),
    withoutGroup: counter.withoutGroup,
  };
}
