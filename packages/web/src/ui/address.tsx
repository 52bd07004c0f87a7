// A host, a web address or an email address that may wrap after a dot or a slash. Inside a sentence it is an inline
// block, so that an address that fits into one line is not broken.
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
