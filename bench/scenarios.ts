// The list of scenarios, in the order in which they run.

import type { Scenario } from './scenario.ts';
import { button } from './scenarios/button.ts';
import { diia } from './scenarios/diia.ts';
import { fairness } from './scenarios/fairness.ts';
import { flood } from './scenarios/flood.ts';
import { leak } from './scenarios/leak.ts';
import { memory } from './scenarios/memory.ts';
import { peers } from './scenarios/peers.ts';
import { refusals } from './scenarios/refusals.ts';
import { resets } from './scenarios/resets.ts';
import { signIn } from './scenarios/sign-in.ts';
import { sso } from './scenarios/sso.ts';
import { start } from './scenarios/start.ts';
import { ticket } from './scenarios/ticket.ts';
import { user } from './scenarios/user.ts';
import { web } from './scenarios/web.ts';

export const scenarios: readonly Scenario[] = [
  start,
  signIn,
  user,
  ticket,
  flood,
  refusals,
  resets,
  diia,
  sso,
  fairness,
  peers,
  memory,
  leak,
  web,
  button,
];
