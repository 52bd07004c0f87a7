// A session that ends while its login is answered: after it was read, and before the ticket is stored.

import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCasApplications, timetable } from '../../../../test/support/cas/applications.ts';
import {
  type Browser,
  type CasSteps,
  createCasSteps,
  loginAddress,
  withTicket,
} from '../../../../test/support/cas/steps.ts';
import { databaseKinds } from '../../../../test/support/databases.ts';
import { makeWorld, type World } from '../../../../test/support/world.ts';

const { service } = timetable;

describe.each(databaseKinds)('a session that ends during a login, on %s', (kind) => {
  let world: World;
  let steps: CasSteps;
  beforeAll(async () => {
    world = await makeWorld(kind);
    await addCasApplications(world.db);
    steps = createCasSteps(world);
  });
  beforeEach(() => {
    world.clock.now += 60_000;
  });
  afterAll(() => world.close());

  /** Ends all sessions just before a ticket is stored, while `work` runs. */
  async function endingSessions<T>(work: () => Promise<T>): Promise<T> {
    const run = (text: string) => sql.raw(text).execute(world.db);
    if (kind === 'postgres')
      await run(
        "create function end_sessions() returns trigger language plpgsql as 'begin delete from sessions; return new; end'",
      );
    await run(
      kind === 'postgres'
        ? 'create trigger ending before insert on cas_tickets for each row execute function end_sessions()'
        : 'create trigger ending before insert on cas_tickets begin delete from sessions; end',
    );
    try {
      return await work();
    } finally {
      await run(`drop trigger ending${kind === 'postgres' ? ' on cas_tickets' : ''}`);
      if (kind === 'postgres') await run('drop function end_sessions()');
      // the transaction of the ticket has kept them
      await world.db.deleteFrom('sessions').execute();
    }
  }

  /** The user signs in again, and then gets the ticket. */
  async function expectSignIn(browser: Browser, page: Awaited<ReturnType<Browser['go']>>) {
    expect([page.status, page.location]).toEqual([200, undefined]);
    expect(new URL(page.url).pathname).toBe('/uk/');
    const { tickets } = await steps.rows();
    browser.forget('brama_session');
    expect((await steps.signInAt(browser, page)).location).toMatch(withTicket);
    expect((await steps.rows()).tickets).toBe(tickets + 1);
  }

  test('the browser gets the sign-in page', async () => {
    const browser = await steps.signedIn();
    const answer = await endingSessions(() => browser.request(loginAddress()));
    expect(answer.statusCode).toBe(302);
    await expectSignIn(browser, await browser.go(`${answer.headers.location}`));
  });

  test('with gateway it returns without a ticket', async () => {
    const browser = await steps.signedIn();
    const address = loginAddress({ service, gateway: 'true' });
    const stop = await endingSessions(() => browser.go(address));
    expect([stop.status, stop.location]).toEqual([302, service]);
  });

  test('a request that continues after a sign-in is suspended again', async () => {
    const browser = steps.stranger();
    const first = await browser.go(loginAddress());
    await steps.signIn(browser);
    const { search, searchParams } = new URL(first.url);
    const id = searchParams.get('request');
    const answer = await endingSessions(() => browser.request(`/cas/login/${id}`));
    const { location } = answer.headers;
    expect([answer.statusCode, location === `/uk/${search}`]).toEqual([302, false]);
    await expectSignIn(browser, await browser.go(`${location}`));
  });
});
