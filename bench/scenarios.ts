// The list of scenarios, in the order in which they run.

import type { Scenario } from './scenario.ts';
import { button } from './scenarios/button.ts';
import { administration } from './scenarios/console.ts';
import { diia } from './scenarios/diia.ts';
import { fairness } from './scenarios/fairness.ts';
import { flood } from './scenarios/flood.ts';
import { growth } from './scenarios/growth.ts';
import { leak } from './scenarios/leak.ts';
import { memory } from './scenarios/memory.ts';
import { passkey } from './scenarios/passkey.ts';
import { peers } from './scenarios/peers.ts';
import { refusals } from './scenarios/refusals.ts';
import { resets } from './scenarios/resets.ts';
import { signIn } from './scenarios/sign-in.ts';
import { sso } from './scenarios/sso.ts';
import { start } from './scenarios/start.ts';
import { web } from './scenarios/web.ts';
import { cas } from './sso/cas.ts';
import { bulk } from './users/bulk.ts';
import { disabling } from './users/disabling.ts';
import { exporting } from './users/exporting.ts';
import { importing } from './users/importing.ts';
import { search } from './users/search.ts';

export const scenarios: readonly Scenario[] = [
  start,
  signIn,
  passkey,
  flood,
  refusals,
  resets,
  diia,
  sso,
  cas,
  fairness,
  growth,
  bulk,
  disabling,
  search,
  exporting,
  importing,
  peers,
  memory,
  leak,
  web,
  button,
  administration,
];
