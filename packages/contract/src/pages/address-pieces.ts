// Splits hosts, web addresses and email addresses where a line may end. Imports nothing, because pages must stay small.

/** One part of an address with the separator after it; an email address is split before its `@`. */
const piece = /@*[^./?&=#_@]*[./?&=#_]*/g;

/** Returns the pieces of an address; joined, they are the address. A line may end after each of them. */
export function addressPieces(address: string): string[] {
  return (address.match(piece) ?? []).filter((text) => text !== '');
}
