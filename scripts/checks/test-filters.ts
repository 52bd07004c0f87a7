// Which tests `npm test` runs; `npm run test:all` also runs the others.

/** Tags of unit tests, as an expression of Vitest. */
export const mainTags = '!long && (!postgres || race)';

/** The others. */
export const restTags = 'long || (postgres && !race)';

/** The tag of browser tests. */
export const journeyTag = '@journey';
