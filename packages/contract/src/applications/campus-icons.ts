// The icons that an application can have without a picture of its own. The build of the pages draws them
// (`packages/web/build/campus-icons.ts`). Pure.

/** Never remove or rename one: manifests name them. */
export const campusIcons = [
  'admission',
  'archive',
  'attendance',
  'book',
  'bus',
  'calendar',
  'canteen',
  'career',
  'certificate',
  'chat',
  'cloud',
  'clubs',
  'conference',
  'courses',
  'documents',
  'dormitory',
  'email',
  'events',
  'exams',
  'grades',
  'graduation',
  'health',
  'helpdesk',
  'international',
  'laboratory',
  'languages',
  'library',
  'map',
  'news',
  'payments',
  'people',
  'printing',
  'research',
  'rooms',
  'scholarship',
  'screen',
  'sport',
  'timetable',
  'vpn',
  'wifi',
] as const;
export type CampusIcon = (typeof campusIcons)[number];

export const isCampusIcon = (name: unknown): name is CampusIcon =>
  campusIcons.some((one) => one === name);

/** Returns whether the value is a name. A path contains a dot or a slash, and a data URL a slash. */
export const isIconName = (value: string): boolean => !/[./]/.test(value);

/** Applications with these names have an icon without naming one. */
export const usualIcons: Readonly<Record<string, CampusIcon>> = {
  campus: 'graduation',
  'my-kpi': 'book',
};

/** Returns how many letters must be inserted, removed or replaced to turn one text into the other. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [column, otherLetter] of [...other].entries())
      next.push(
        Math.min(
          (row[column + 1] ?? 0) + 1,
          (next[column] ?? 0) + 1,
          (row[column] ?? 0) + (letter === otherLetter ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[other.length] ?? 0;
}

const maxComparedLength = 32;
const maxNear = 3;

/** Returns why a name is not valid, with the names near to it; undefined for the name of an icon. */
export function iconNameIssue(name: string): string | undefined {
  if (isCampusIcon(name)) return undefined;
  const given = name.toLowerCase().slice(0, maxComparedLength);
  const maxDistance = Math.max(2, Math.floor(given.length / 3));
  const near = campusIcons
    .map((one) => ({ one, distance: one.startsWith(given) ? 0 : distanceOf(given, one) }))
    .filter(({ distance }) => distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, maxNear)
    .map(({ one }) => one);
  return near.length > 0
    ? `is not the name of an icon; perhaps you mean ${near.join(' or ')}`
    : 'is not the name of an icon; docs/manifest.md lists them';
}
