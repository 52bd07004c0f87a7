// The chapters of the manual, in the order in which they are printed.
import type { Chapter } from './book.ts';
import { beginning } from './chapters/beginning.ts';
import { button } from './chapters/button.ts';
import { cas } from './chapters/cas.ts';
import { checklist } from './chapters/checklist.ts';
import { moving } from './chapters/moving.ts';
import { openidConnect } from './chapters/openid-connect.ts';
import { programs } from './chapters/programs.ts';
import { registering } from './chapters/registering.ts';
import { signOut } from './chapters/sign-out.ts';
import { testing } from './chapters/testing.ts';
import { ticket } from './chapters/ticket.ts';
import { troubleshooting } from './chapters/troubleshooting.ts';

export const chapters: readonly Chapter[] = [
  beginning,
  registering,
  button,
  ticket,
  openidConnect,
  cas,
  signOut,
  testing,
  checklist,
  troubleshooting,
  programs,
  moving,
];
