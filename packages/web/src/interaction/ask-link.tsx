// Whom to ask about an application: its own contact, or the university's where it has none. Given as it is: a
// sentence with tags would read some of its characters as such.
import { Address } from '../ui/address.tsx';
import { textLink } from '../ui/text-link.ts';
import { answer } from './interaction-state.ts';

export function AskLink() {
  return (
    <a className={`${textLink} inline-block max-w-full wrap-anywhere`} href={answer.askHref}>
      <Address>{answer.askText}</Address>
    </a>
  );
}
