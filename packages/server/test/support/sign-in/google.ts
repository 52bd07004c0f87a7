// Signs in with Google.

import { makeGoogleWorld, ofPage, olena, type Returned } from '../google/world.ts';
import type { MakeDriver } from './driver.ts';

export const makeDriver: MakeDriver = async (kind) => {
  const world = await makeGoogleWorld(kind);
  const enter = (returned: Returned, cookie: string) =>
    world.send({
      url: `/google/auth?${new URLSearchParams(returned)}`,
      headers: { ...ofPage, cookie },
    });
  return {
    world,
    userId: world.olena,
    refused: 'google.failed',
    lifeMs: 600_000,
    async prove({ sharedComputer } = {}) {
      const browser = world.createBrowser();
      const returned = world.google.choose(
        await browser.begin(sharedComputer ? '?sharedComputer=true' : ''),
        olena,
      );
      // the cookie before the last step: an attacker who repeats the step has kept it
      const cookie = browser.cookie();
      const secret = cookie.split('.')[1] ?? 'missing';
      const secrets = [returned.code, returned.state, secret];
      return { secrets, enter: () => enter(returned, cookie) };
    },
    refusedStranger: () =>
      world.createBrowser().signIn({ ...olena, sub: 'x', email: 'x@campus.example' }),
    strangerRefused: 'google.failed',
    tables: ['google_attempts'],
  };
};
