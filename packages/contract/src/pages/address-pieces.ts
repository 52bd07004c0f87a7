// Where a host, a web address or an email address may go on in a new line. Light on purpose: pages import it.

/** Up to the end of one part of an address; an email address is cut before its `@`. */
const piece = /@*[^./?&=#_@]*[./?&=#_]*/g;

/** Returns the pieces of an address, which joined are the address. A line may end after each of them. */
export function addressPieces(address: string): string[] {
  return (address.match(piece) ?? []).filter((text) => text !== '');
}
