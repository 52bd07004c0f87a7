// Compares the groups of a manifest with the stored ones. Pure.

import { isDeepStrictEqual } from 'node:util';
import type { GroupSpec } from '../parse/manifest.ts';
import type { Changes } from '../summary.ts';
import type { RecordChange } from './record-change.ts';

/** A group to create, or one whose title changes. */
export type PlannedGroup = { spec: GroupSpec; isNew: boolean; before: GroupSpec['title'] };

/** `stored`: titles as JSON, by name. */
export function planGroups(
  specs: readonly GroupSpec[],
  stored: ReadonlyMap<string, string | null>,
): PlannedGroup[] {
  const planned = specs.map((spec) => {
    const title = stored.get(spec.name) ?? null;
    const before = title === null ? undefined : JSON.parse(title);
    return { spec, isNew: !stored.has(spec.name), before };
  });
  return planned.filter(
    ({ spec: { title }, isNew, before }) =>
      isNew || (title !== undefined && !isDeepStrictEqual(title, before)),
  );
}

/** Returns the groups of the summary. */
export function groupChanges(planned: readonly PlannedGroup[], groupsInFile: number): Changes {
  const named = (areNew: boolean) =>
    planned
      .filter(({ isNew }) => isNew === areNew)
      .map(({ spec: { name } }) => ({ name, fields: areNew ? [] : ['title'] }));
  return { created: named(true), updated: named(false), unchanged: groupsInFile - planned.length };
}

export function changeOfGroup({ spec, isNew, before }: PlannedGroup): RecordChange {
  return {
    kind: 'group',
    name: spec.name,
    isNew,
    before: before ? { title: before } : {},
    after: spec.title ? { title: spec.title } : {},
  };
}
