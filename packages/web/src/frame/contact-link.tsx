// A link to support: its address, with a subject in the language of the page once JavaScript runs. Without an address
// it leads to the help page.

import { textLink } from '@brama/ui/text-link.ts';
import { useSyncExternalStore } from 'react';
import { withSubject } from '../browser/address.ts';
import { useInstance } from '../browser/instance.ts';
import { Address } from '../ui/address.tsx';

const neverChanges = () => () => undefined;

export function ContactLink({ subject }: { subject: string }) {
  const { href, text } = useInstance().contact;
  // a prerendered page has a placeholder for the address, so the first rendering must not parse it
  const shownHref = useSyncExternalStore(
    neverChanges,
    () => withSubject(href, subject),
    () => href,
  );
  return (
    <a
      className={`${textLink} inline-block max-w-full wrap-anywhere`}
      data-contact=""
      href={shownHref}
    >
      <Address>{text}</Address>
    </a>
  );
}
