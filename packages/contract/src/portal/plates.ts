// Chooses the colours of the plates behind letters and icons of the list. An application keeps its colour unless a neighbour has a
// similar one. Pure.

import { isCampusIconPath } from '../paths.ts';

type Family = 'blue' | 'green' | 'purple' | 'warm';
/** `colour`: number of its token in `tokens.css`. */
type Plate = { colour: number; family: Family };

/** Colours of one family look alike to some users. */
const plates: readonly Plate[] = [
  { colour: 2, family: 'warm' },
  { colour: 4, family: 'blue' },
  { colour: 6, family: 'green' },
  { colour: 3, family: 'warm' },
  { colour: 5, family: 'purple' },
  { colour: 7, family: 'warm' },
];

/** Plates of the two applications whose icon does not depend on the manifest. */
const special = new Map<string, Plate>([
  ['campus', { colour: 0, family: 'blue' }],
  ['my-kpi', { colour: 1, family: 'green' }],
]);

/** The grid has two columns: the next two cards are beside and below. */
const columns = 2;

function hashOf(id: string): number {
  let hash = 0;
  for (const character of id) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}

type Application = { id: string; name: string; icon?: string | undefined };

/** Returns the colour of each plate, in the order of the cards; null for a picture of its own. */
export function platesOf(applications: readonly Application[]): (number | null)[] {
  const hasPicture = applications.map(({ icon }) => icon !== undefined && !isCampusIconPath(icon));
  const fixed = applications.map(({ name }, index) =>
    hasPicture[index] ? undefined : special.get(name),
  );
  const chosen: (Plate | undefined)[] = [];
  for (const [index, { id }] of applications.entries()) {
    if (hasPicture[index] || fixed[index]) {
      chosen.push(fixed[index]);
      continue;
    }
    const before = chosen.slice(Math.max(0, index - columns)).map((plate) => plate?.family);
    const after = fixed.slice(index + 1, index + 1 + columns).map((plate) => plate?.family);
    const start = hashOf(id) % plates.length;
    const rotated = [...plates.slice(start), ...plates.slice(0, start)];
    const free = rotated.filter(({ family }) => !before.includes(family));
    chosen.push(free.find(({ family }) => !after.includes(family)) ?? free[0]);
  }
  return chosen.map((plate) => plate?.colour ?? null);
}
