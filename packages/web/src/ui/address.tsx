// A host, a web address or an email address: where it does not fit it goes on in a new line after a dot or a
// slash. Inside of a sentence its
// element is an inline block, so that an address that fits into one line stays in one.
import { addressPieces } from '@brama/contract/pages/address-pieces';
import { Fragment } from 'react';

export function Address({ children }: { children: string }) {
  return addressPieces(children).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name, and none moves
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {piece}
    </Fragment>
  ));
}
