// The contact for questions about an application: its own, or that of the university. It is a component, because a
// translation with tags would parse some of its characters as tags.
import type { PageProps } from '@brama/contract/pages/page-props';
import { textLink } from '@brama/ui/text-link.ts';
import { Address } from '../ui/address.tsx';

type Contact = PageProps['consent']['contact'];

export function AskLink({ contact: { href, text } }: { contact: Contact }) {
  return (
    <a className={`${textLink} inline-block max-w-full wrap-anywhere`} href={href}>
      <Address>{text}</Address>
    </a>
  );
}
