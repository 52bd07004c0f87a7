// Where a host, a web address or an email address may go on in a new line. Light on purpose: pages import it.

/**
 * Up to the end of one part of an address; an email address is cut before its `@`. The pair of `@` that ends a
 * mark of built-pages.ts belongs to it.
 */
const piece = /@*[^./?&=#_@]*(?:@@)?[./?&=#_]*/g;

/** Returns the pieces of an address, which joined are the address. A line may end after each of them. */
export function addressPieces(address: string): string[] {
  return (address.match(piece) ?? []).filter((text) => text !== '');
}
