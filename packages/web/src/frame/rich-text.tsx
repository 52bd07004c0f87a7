// The elements that tags in the texts of help and legal pages stand for. Translations contain only these tags, never
// HTML, so they cannot insert other elements.

import { textLink } from '@brama/ui/text-link.ts';
import type { ReactNode } from 'react';
import { useInstance } from '../browser/instance.ts';
import { Address } from '../ui/address.tsx';

/** The name of the organisation. Texts use it only in the nominative, because it cannot be declined. */
function Organisation() {
  return <b className="text-ink">{useInstance().organisation}</b>;
}

function Host() {
  return (
    <b className="inline-block max-w-full text-ink wrap-anywhere">
      <Address>{useInstance().host}</Address>
    </b>
  );
}

type Piece = { children?: ReactNode };
const item = 'ps-1.5 text-pretty marker:text-muted';

export const richText = {
  p: <p className="mt-3 first:mt-0" />,
  list: <ul className="mt-3 list-disc space-y-1.5 ps-5 first:mt-0" />,
  steps: <ol className="mt-3 list-decimal space-y-1.5 ps-6 first:mt-0" />,
  item: <li className={item} />,
  b: <b className="font-semibold text-ink" />,
  code: <code className="rounded-sm bg-sunken px-1 font-mono text-[0.9em] wrap-anywhere" />,
  organisation: <Organisation />,
  host: <Host />,
};

/** A link to another page of Brama inside a text. */
export function RichLink({ href, children }: Piece & { href: string }) {
  return (
    <a className={textLink} href={href}>
      {children}
    </a>
  );
}
