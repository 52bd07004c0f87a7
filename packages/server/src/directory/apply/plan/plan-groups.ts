// Compares the groups of a manifest with the stored ones. Pure.

import { isDeepStrictEqual } from 'node:util';
import { groupFieldNames } from '@brama/contract/groups/fields';
import type { GivenFacts } from '../../groups/group-fields.ts';
import type { GroupSpec } from '../parse/manifest.ts';
import type { Changes } from '../summary.ts';
import type { RecordChange } from './record-change.ts';

/** A group to create, or one that changes. `changed`: its fields that change. */
export type PlannedGroup = {
  spec: GroupSpec;
  isNew: boolean;
  before: GivenFacts;
  changed: readonly string[];
};

const blank: GivenFacts = { title: undefined, secondFactor: null };

/** `stored`: the groups by name. */
export function planGroups(
  specs: readonly GroupSpec[],
  stored: ReadonlyMap<string, GivenFacts>,
): PlannedGroup[] {
  const planned = specs.map((spec) => {
    const before = stored.get(spec.name) ?? blank;
    const changed = groupFieldNames.filter(
      (field) => spec[field] !== undefined && !isDeepStrictEqual(spec[field], before[field]),
    );
    return { spec, isNew: !stored.has(spec.name), before, changed };
  });
  return planned.filter(({ isNew, changed }) => isNew || changed.length > 0);
}

/** Returns the groups of the summary. */
export function groupChanges(planned: readonly PlannedGroup[], groupsInFile: number): Changes {
  const named = (areNew: boolean) =>
    planned
      .filter(({ isNew }) => isNew === areNew)
      .map(({ spec: { name }, changed }) => ({ name, fields: areNew ? [] : changed }));
  return { created: named(true), updated: named(false), unchanged: groupsInFile - planned.length };
}

export function changeOfGroup({ spec, isNew, before, changed }: PlannedGroup): RecordChange {
  const pick = (from: GivenFacts) =>
    Object.fromEntries(
      groupFieldNames.filter((one) => changed.includes(one)).map((one) => [one, from[one]]),
    );
  return { kind: 'group', name: spec.name, isNew, before: pick(before), after: pick(spec) };
}
