// Steps of users with second factors, in a composed server. Each browser keeps its cookies.

import type { LightMyRequestResponse } from 'fastify';
import { generateSync } from 'otplib';
import { createEncryption } from '../../../src/crypto/encryption.ts';
import { deriveKey } from '../../../src/crypto/keys.ts';
import { RecoveryCodes } from '../../../src/factors/recovery-codes.ts';
import { newTotpSecret, TotpFactors } from '../../../src/factors/totp.ts';
import { createUserHash } from '../../../src/http/user-hash.ts';
import { createBrowser } from '../browser.ts';
import { form } from '../oidc/raw.ts';
import { ours, password, type World } from '../world.ts';

export type Browser = ReturnType<typeof createBrowser>;

export const stepMs = 30_000;

export type PageName = 'second-factor' | 'second-factor/recovery-code';

type Answer = {
  /** Instead of the hash of the user whom the page shows. */
  user?: string;
  remember?: boolean;
  page?: PageName;
  query?: string;
  from?: string;
};

export function createSecondFactorSteps(world: World) {
  const { db, keys, clock } = world;
  const now = () => clock.now;
  const totp = new TotpFactors(db, { encryption: createEncryption(keys.data), now });
  const key = deriveKey(keys.data, 'recovery codes of users');
  const recoveryCodes = new RecoveryCodes(db, { key, now });
  const userHashOf = createUserHash(deriveKey(keys.data, 'user hashes in pages'));

  /** Passes the first factor in this browser. Returns the response to the exchange of the ticket. */
  async function enterPassword(
    browser: Browser,
    username = 'o.shevchenko',
    sharedComputer = false,
  ): Promise<LightMyRequestResponse> {
    const send = (url: string, payload: object) =>
      browser.request(url, { method: 'POST', payload, headers: ours });
    const { sessionId } = (await send('/api/auth', { username, password })).json();
    return send('/api/auth/internal', { sessionId, sharedComputer });
  }

  /** Sends the form with a code. `owner` is the user whom the page has shown. */
  function send(browser: Browser, owner: string, code: string, how: Answer = {}) {
    const { remember = false, page = 'second-factor', query = '', from } = how;
    const user = how.user ?? userHashOf(owner);
    const isPending = /\bbrama_pending=/.test(browser.cookies());
    return browser.submit(`/uk/${page}${query}`, {
      method: 'POST',
      payload: new URLSearchParams({
        code,
        [isPending ? 'pendingUser' : 'userHash']: user,
        ...(remember && { remember: 'true' }),
      }).toString(),
      headers: { ...ours, ...form },
      ...(from !== undefined && { remoteAddress: from }),
    });
  }

  return {
    totp,
    recoveryCodes,
    userHashOf,
    enterPassword,
    send,
    browser: (to = world.server) => createBrowser(to),

    /** Sets up an app. Returns the function that the app is: the code of a time. */
    async addApp(userId: string, { lastStep = 0 } = {}) {
      const secret = await newTotpSecret();
      await totp.set(db, userId, secret, lastStep);
      return (at = clock.now) => generateSync({ secret, epoch: Math.floor(at / 1000) });
    },

    /** Returns ten recovery codes. */
    addRecoveryCodes: (userId: string) => recoveryCodes.replace(db, userId),

    /** Signs in with the password up to the second factor. Returns the browser. */
    async pendingBrowser(username?: string, sharedComputer = false): Promise<Browser> {
      const browser = createBrowser(world.server);
      const answer = await enterPassword(browser, username, sharedComputer);
      if (answer.json().next !== 'second-factor') throw new Error(answer.body);
      return browser;
    },

    sessionsOf: (userId: string) =>
      db.selectFrom('sessions').selectAll().where('user_id', '=', userId).execute(),
    pending: () => db.selectFrom('pending_sign_ins').selectAll().execute(),
  };
}

export type SecondFactorSteps = ReturnType<typeof createSecondFactorSteps>;
