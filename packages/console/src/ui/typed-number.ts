// A number that is typed to confirm an act on many users.

/** Returns whether it is this number, with any separator of thousands. */
export const isTyped = (typed: string | undefined, number: number): boolean =>
  typed?.replaceAll(/[\s,]/g, '') === `${number}`;
