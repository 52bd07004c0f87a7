// Whom to ask about an application: its own contact, or the university's where it has none. Given as it is: a
// sentence with tags would read some of its characters as such.
import type { PageProps } from '@brama/contract/pages/page-props';
import { Address } from '../ui/address.tsx';
import { textLink } from '../ui/text-link.ts';

type Contact = PageProps['consent']['contact'];

export function AskLink({ contact: { href, text } }: { contact: Contact }) {
  return (
    <a className={`${textLink} inline-block max-w-full wrap-anywhere`} href={href}>
      <Address>{text}</Address>
    </a>
  );
}
