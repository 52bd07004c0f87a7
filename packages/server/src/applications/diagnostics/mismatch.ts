// Describes a parameter of a refused request next to its registered values, for the page and the log. Pure.

import { type Comparison, compareAddresses } from './address-difference.ts';
import { shownAddress } from './shown-address.ts';

/** Contains no secret, and no sent text that looks like a message of ours. */
export type Mismatch = {
  parameter: string;
  /** Empty if the parameter was not sent, or must not be repeated. */
  received: string[];
  /** The registered values. Addresses are sorted by similarity to the received one. */
  registered: string[];
  comparison?: Comparison;
};

const maxRegistered = 5;

export function addressMismatch(
  parameter: string,
  received: string | undefined,
  addresses: readonly string[],
): Mismatch {
  if (received === undefined) {
    const registered = addresses.slice(0, maxRegistered).map(shownAddress);
    return { parameter, received: [], registered };
  }
  const comparison = compareAddresses(received, addresses);
  const { before, differs, after } = comparison.nearest;
  const nearest = addresses.length > 0 ? [before + differs + after] : [];
  const registered = [...nearest, ...comparison.others];
  return { parameter, received: [shownAddress(received)], registered, comparison };
}
