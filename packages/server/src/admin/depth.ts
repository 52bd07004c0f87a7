// Limits the depth of bodies: deeper ones overflow the stack of what reads them later, such as JSON.stringify.

import { fail } from '../errors.ts';

/** Of arrays and objects. Access rules and settings of protocols have fewer than 20. */
export const maxLevels = 100;

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= maxLevels; depth += 1) {
    level = level.flatMap((one) =>
      typeof one === 'object' && one !== null ? Object.values(one) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

/** @throws `request.invalid` */
export function checkDepth(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const deep = Object.entries(body).filter(([, value]) => isTooDeep(value));
  if (deep.length === 0) return;
  const reason = `must have at most ${maxLevels} levels`;
  fail('request.invalid', { fields: Object.fromEntries(deep.map(([name]) => [name, reason])) });
}
