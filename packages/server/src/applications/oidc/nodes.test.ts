import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSealing } from '../../sealing.ts';
import { createBrowser } from '../../testing/browser.ts';
import { databaseKinds } from '../../testing/databases.ts';
import { portal as application } from '../../testing/oidc/applications.ts';
import { type Arena, makeArena } from '../../testing/oidc/arena.ts';
import { attemptOf, basicOf, form, formOf } from '../../testing/oidc/raw.ts';
import { createKeyStore } from './key-store.ts';

describe.each(databaseKinds)('two nodes over one database, on %s', (kind) => {
  let arena: Arena;
  let nodes: [Arena['server'], Arena['server']];

  beforeEach(async () => {
    arena = await makeArena(kind);
    arena.clock.now = Date.now();
    nodes = [arena.server, await arena.node()];
  });
  afterEach(() => arena.close());

  const keysAt = async (node: Arena['server']) => (await node.inject('/oidc/jwks')).json();
  const kidsAt = async (node: Arena['server']) =>
    (await keysAt(node)).keys.map(({ kid }: { kid: string }) => kid).sort() as string[];

  /** An ID token made by a node. */
  async function signedBy(node: Arena['server']): Promise<string> {
    const browser = createBrowser(node);
    browser.take(await arena.signIn('o.shevchenko', node));
    const { address, verifier } = attemptOf(application);
    const { location } = await browser.go(address);
    const answer = await node.inject({
      method: 'POST',
      url: '/oidc/token',
      headers: { ...form, ...basicOf(application) },
      payload: formOf({
        grant_type: 'authorization_code',
        code: new URL(location ?? '').searchParams.get('code') ?? '',
        redirect_uri: application.callback,
        code_verifier: verifier,
      }),
    });
    return answer.json().id_token;
  }

  test.each([
    ['at once', true],
    ['two days ahead', false],
  ])(
    'keys changed by the command, %s: both follow within a minute, and nobody restarts',
    async (_, atOnce) => {
      // one after the other: of two that find no keys at all each would make some
      const before = [await signedBy(nodes[0]), await signedBy(nodes[1])];
      const known = await Promise.all(nodes.map(kidsAt));
      expect(known[0]).toEqual(known[1]);
      const command = createKeyStore(arena.db, {
        now: () => arena.clock.now,
        sealing: createSealing(arena.keys.data),
      });
      arena.clock.now += 1000;
      await command.rotate(atOnce);
      const published = (await command.published()).map(({ kid }) => kid).sort();
      expect(published).toHaveLength(6);
      arena.clock.now += 60_000;
      for (const node of nodes) await expect.poll(() => kidsAt(node)).toEqual(published);
      const after = await Promise.all(nodes.map(signedBy));
      const kidOf = (token: string) => decodeProtectedHeader(token).kid;
      expect(new Set(after.map(kidOf)).size).toBe(1);
      expect(kidOf(after[0] ?? '') !== kidOf(before[0] ?? '')).toBe(atOnce);
      // each node vouches for what either has signed, then and now
      for (const node of nodes)
        for (const token of [...before, ...after]) {
          const { payload } = await jwtVerify(token, createLocalJWKSet(await keysAt(node)));
          expect(payload.sub).toBe(arena.olena);
        }
    },
  );
});
