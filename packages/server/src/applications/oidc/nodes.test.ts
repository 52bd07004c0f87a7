import { createLocalJWKSet, decodeProtectedHeader, jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../../test/support/browser.ts';
import { databaseKinds } from '../../../test/support/databases.ts';
import { portal as application } from '../../../test/support/oidc/applications.ts';
import { type Arena, makeArena } from '../../../test/support/oidc/arena.ts';
import { attemptOf, basicOf, form, formOf } from '../../../test/support/oidc/raw.ts';
import { createEncryption } from '../../crypto/encryption.ts';
import { createLogger } from '../../http/log.ts';
import { createKeyStore } from '../keys/store.ts';

describe.each(databaseKinds)('two nodes with one database, on %s', (kind) => {
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

  /** Returns an ID token that a node has issued. */
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

  /** Rotates or replaces the keys as the command does, and moves the clock. Returns the ids of the published keys. */
  async function keysChanged(by: 'add' | 'replaceAll'): Promise<string[]> {
    const command = createKeyStore(arena.db, {
      now: () => arena.clock.now,
      encryption: createEncryption(arena.keys.data),
      log: createLogger('silent'),
    });
    arena.clock.now += 1000;
    await arena.db.transaction().execute<unknown>(command[by]);
    arena.clock.now += 60_000;
    return (await command.published()).map(({ kid }) => kid).sort();
  }

  const signedByBoth = () => Promise.all([signedBy(nodes[0]), signedBy(nodes[1])]);
  const kidOf = (token = '') => decodeProtectedHeader(token).kid;

  /** Returns whether a node accepts a token as signed by this server. */
  async function vouchesFor(node: Arena['server'], token: string): Promise<boolean> {
    const verified = jwtVerify(token, createLocalJWKSet(await keysAt(node)));
    const answer = verified.then(({ payload }) => payload.sub);
    return (await answer.catch((error) => error.code)) === arena.olena;
  }

  /** Returns the response to an application that signs a user out with one of our ID tokens. */
  async function hintedAt(node: Arena['server'], hint: string): Promise<number> {
    const query = new URLSearchParams({ id_token_hint: hint });
    const browser = createBrowser(node);
    browser.take(await arena.signIn('o.shevchenko', node));
    return (await browser.go(`/oidc/logout?${query}`)).status;
  }

  test('both nodes load rotated keys, and accept old and new signatures', async () => {
    const before = await signedByBoth();
    expect(await kidsAt(nodes[0])).toEqual(await kidsAt(nodes[1]));
    const published = await keysChanged('add');
    expect(published).toHaveLength(6);
    for (const node of nodes) expect(await kidsAt(node)).toEqual(published);
    const after = await signedByBoth();
    expect(new Set([...before, ...after].map(kidOf)).size).toBe(1);
    for (const node of nodes)
      for (const token of [...before, ...after]) expect(await vouchesFor(node, token)).toBe(true);
  });

  test('all nodes reject replaced keys and their signatures', async () => {
    const before = await signedByBoth();
    for (const [index, node] of nodes.entries())
      expect(await hintedAt(node, before[index] ?? '')).toBe(200);
    const published = await keysChanged('replaceAll');
    expect(published).toHaveLength(3);
    for (const node of nodes) expect(await kidsAt(node)).toEqual(published);
    const after = await signedByBoth();
    expect(new Set(after.map(kidOf)).size).toBe(1);
    for (const node of nodes) {
      const old = before[nodes.indexOf(node)] ?? '';
      expect(await Promise.all(after.map((token) => vouchesFor(node, token)))).toEqual([
        true,
        true,
      ]);
      expect(await vouchesFor(node, old)).toBe(false);
      expect(await hintedAt(node, old)).toBe(400);
    }
  });
});
