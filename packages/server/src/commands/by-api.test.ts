// Commands that call the administration API: in the process on the database of this machine, and with --server on a listening server. Both
// print the same.

import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addCaller, tokenOf } from '../../test/support/admin/callers.ts';
import { commandContext } from '../../test/support/command-context.ts';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { makeIdentity, pemOf } from '../../test/support/diia/pki.ts';
import { addUser, apps, makeWorld, type World } from '../../test/support/world.ts';
import { composeForCommand } from '../app/compose.ts';
import { readConfig } from '../app/config.ts';
import { createLogger } from '../http/log.ts';
import { createHasher } from '../sign-in/password/hashing/hasher.ts';
import { runAccess } from './access.ts';
import { runAdmin, runRoles } from './admin.ts';
import type { CommandContext } from './api/refused.ts';
import { runApplications } from './applications.ts';
import { runApply, runDiff } from './apply.ts';
import { runDoctor } from './doctor.ts';
import { runEvents } from './events.ts';
import { runExport } from './export.ts';
import { runGroups } from './groups.ts';
import { runKeys } from './keys.ts';
import { runSessions } from './sessions.ts';
import { systemUser } from './system-user.ts';
import { runTokens } from './tokens.ts';
import { runUsers } from './users.ts';

const runners = {
  access: runAccess,
  admin: runAdmin,
  applications: runApplications,
  doctor: (args: readonly string[], context: CommandContext) =>
    runDoctor(args, {
      inspect: () => {
        throw new Error('settings are read');
      },
      fetch,
      openSite: () => {
        throw new Error('words are read');
      },
      context,
    }),
  events: runEvents,
  groups: runGroups,
  keys: runKeys,
  roles: runRoles,
  sessions: runSessions,
  tokens: runTokens,
  users: runUsers,
};
type Area = keyof typeof runners;

describeOnDatabases('commands that call the administration API', (kind) => {
  let world: World;
  let folder: string;
  let said: string[];
  let complained: string[];
  let others: Server[];
  beforeEach(async () => {
    world = await makeWorld(kind);
    world.clock.now = Date.now();
    folder = mkdtempSync(join(tmpdir(), 'brama-by-api-'));
    others = [];
    said = [];
    complained = [];
    vi.spyOn(console, 'log').mockImplementation((line) => void said.push(`${line}`));
    vi.spyOn(console, 'error').mockImplementation((line) => void complained.push(`${line}`));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const other of others) other.close();
    rmSync(folder, { recursive: true, force: true });
    await world.close();
  });

  function configOf() {
    const { address } = world;
    const place =
      'postgresUrl' in address
        ? { DATABASE_URL: address.postgresUrl }
        : { DATA_DIR: dirname(address.sqliteFile) };
    const keys = {
      DATA_KEY: world.keys.data.toString('hex'),
      TAX_ID_KEY: world.keys.taxId.toString('hex'),
    };
    return readConfig({ ...place, ...keys, LOG_LEVEL: 'silent' }, () => '');
  }

  /** Runs a command, and returns its exit code and what it has printed. */
  async function run(context: CommandContext, area: Area, ...args: string[]) {
    said = [];
    complained = [];
    const code = await runners[area](args, context);
    return { code, out: said.join('\n'), err: complained.join('\n') };
  }

  const here = () => commandContext(configOf());

  /** Lets the server listen; returns its address, and a context that has only a token. */
  async function remote(roles: Parameters<typeof addCaller>[2] = ['administrator']) {
    await world.server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = world.server.server.address() as AddressInfo;
    const userId = await addCaller(world, 'chief', roles);
    const { headers } = await tokenOf(world, userId, { roles });
    const token = `${headers['authorization']}`.replace('Bearer ', '');
    const file = join(folder, 'token');
    writeFileSync(file, `${token}\n`, { mode: 0o600 });
    const context: CommandContext = {
      config: () => {
        throw new Error('settings are read');
      },
      env: { BRAMA_TOKEN_FILE: file },
      input: Readable.from([]),
    };
    return { server: `http://127.0.0.1:${port}`, token, context };
  }

  const eventsOf = async (type: string) => {
    const rows = await world.db
      .selectFrom('events')
      .select(['actor', 'actor_id', 'details'])
      .where('type', '=', type)
      .execute();
    return rows.map(({ details, ...row }) => ({ ...row, ...JSON.parse(details ?? '{}') }));
  };

  test('groups are created, changed, filled, listed and deleted', async () => {
    const on = (...args: string[]) => run(here(), 'groups', ...args);
    const titles = ['--title-uk', 'Кафедра', '--title-en', 'Department'];
    expect(await on('create', 'dept', ...titles)).toMatchObject({ code: 0 });
    expect(await eventsOf('group.created')).toEqual([
      expect.objectContaining({ actor: 'server', actor_id: null, systemUser: systemUser() }),
    ]);
    const changed = await on('change', 'dept', '--second-factor', 'required', '--json');
    expect(JSON.parse(changed.out)).toMatchObject({ name: 'dept', secondFactor: 'required' });
    expect((await on('add', 'dept', 'o.shevchenko')).out).toBe(
      'o.shevchenko is in the group dept.',
    );
    expect((await on('members', 'dept')).out.split('\n')).toEqual([
      'USERNAME      NAME            DISABLED  FROM  UNTIL',
      'O.Shevchenko  Шевченко Олена  no        -     -',
    ]);
    expect((await on('list')).out).toMatch(/^dept +1 +required +Department$/m);
    expect((await on('show', 'dept')).out).toMatch(/^title \(uk\) +Кафедра$/m);
    expect((await on('delete', 'dept')).code).toBe(1);
    expect((await on('remove', 'dept', 'o.shevchenko')).code).toBe(0);
    expect(await on('delete', 'dept')).toMatchObject({ code: 0, out: 'Deleted the group dept.' });
    expect(await on('show', 'dept')).toMatchObject({ code: 1, out: '' });
    expect(await on('create', 'dept', '--title-uk', 'Кафедра')).toMatchObject({ code: 2 });
  });

  test('users are listed, shown, disabled and enabled', async () => {
    const on = (...args: string[]) => run(here(), 'users', ...args);
    await addUser(world.db, { username: 'i.franko', fullName: 'Франко Іван' }, 'x');
    const listed = await on('list', '--search', 'фран');
    expect(listed.out.split('\n')).toEqual([
      expect.stringMatching(/^USERNAME +NAME +EMAIL +DISABLED +LAST SIGN-IN +GROUPS$/),
      expect.stringMatching(/^i\.franko +Франко Іван +i\.franko@campus\.example +no +- +students$/),
    ]);
    const page = await on('list', '--limit', '1', '--json');
    const { items, next } = JSON.parse(page.out);
    expect([items.length, typeof next]).toEqual([1, 'string']);
    const rest = JSON.parse((await on('list', '--cursor', next, '--json')).out);
    expect([...items, ...rest.items].map(({ username }) => username)).toEqual([
      'i.franko',
      'O.Shevchenko',
    ]);
    expect((await on('disable', 'I.Franko@campus.example', '--note', 'left')).out).toBe(
      'i.franko cannot sign in.',
    );
    expect(await eventsOf('user.disabled')).toEqual([
      expect.objectContaining({ actor: 'server', systemUser: systemUser() }),
    ]);
    expect((await on('show', 'i.franko')).out).toMatch(/^disabled +by-administrator\nnote +left$/m);
    expect((await on('enable', 'i.franko')).out).toBe('i.franko can sign in.');
    expect(await on('show', 'nobody')).toMatchObject({ code: 1, err: 'There is no user nobody.' });
    expect((await on('list', '--limi', '3')).err).toMatch(
      /^unknown option: --limi \(did you mean --limit\?\)\n/,
    );
    // an option of `users list`
    expect((await on('enable', 'i.franko', '--enabled')).err).toMatch(
      /^--enabled: is not an option of users enable\n/,
    );
    expect((await on('show', 'i.franko', '--reason', 'x')).err).toMatch(
      /^--reason: is not an option of users show \(did you mean --json\?\)\n/,
    );
    expect((await on('disable', 'i.franko', '--groups', 'x')).err).toMatch(
      /^unknown option: --groups\n/,
    );
  });

  test('applications have their secrets changed', async () => {
    const on = (...args: string[]) => run(here(), 'applications', ...args);
    expect((await on('list')).out.split('\n')).toHaveLength(4);
    expect((await on('show', 'campus')).out).toContain(apps.campus.id);
    const created = await on('new-secret', 'campus', '--name', 'faculty', '--days', '30');
    expect(created.out).toMatch(/^[\w-]{20,}$/);
    const { items } = JSON.parse((await on('secrets', 'campus', '--json')).out);
    const { id } = items.find(({ name }: { name: string }) => name === 'faculty');
    expect((await on('delete-secret', 'campus', id)).out).toBe('Deleted.');
    expect((await on('secrets', 'campus')).out).not.toContain('faculty');
    expect(await on('show', 'unknown')).toMatchObject({ code: 1 });
  });

  test('access says who may open an application, and why a user may not', async () => {
    const on = (...args: string[]) => run(here(), 'access', ...args);
    const who = await on('who', 'campus');
    expect(who.out).toMatch(/Users: 1\n\nUSERNAME +NAME\nO\.Shevchenko +Шевченко Олена$/);
    expect(await on('why', 'o.shevchenko', 'campus')).toEqual({
      code: 0,
      out: 'o.shevchenko can open campus.',
      err: '',
    });
    const refused = await on('why', 'o.shevchenko', 'rooms');
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/^o\.shevchenko cannot open rooms\.\n\nPrevents it: /);
    expect(refused.out).toMatch(/\nWho may: .*\nRemedy: /);
    const { obstacles } = JSON.parse((await on('why', 'o.shevchenko', 'rooms', '--json')).out);
    expect(obstacles).toMatchObject([{ code: 'no-access' }]);
  });

  test('roles, tokens and events', async () => {
    expect(await run(here(), 'roles', 'grant', 'o.shevchenko', '--role', 'auditor')).toMatchObject({
      code: 0,
      out: 'Granted: auditor.',
    });
    const created = await run(here(), 'tokens', 'create', 'o.shevchenko', '--name', 'reports');
    expect(created.out).toMatch(/^\S{20,}$/);
    const list = JSON.parse((await run(here(), 'tokens', 'list', '--json')).out);
    expect(list.items).toMatchObject([{ name: 'reports', username: 'O.Shevchenko' }]);
    expect(await run(here(), 'tokens', 'revoke', list.items[0].id)).toMatchObject({
      code: 0,
      out: 'Revoked.',
    });
    const events = await run(here(), 'events', 'list', '--type', 'role.granted');
    expect(events.out).toMatch(
      RegExp(` role\\.granted +1 +server \\(${systemUser()}\\) +O\\.Shevchenko +- +-$`, 'm'),
    );
    expect((await run(here(), 'events', 'list', '--user', 'nobody')).code).toBe(1);
    expect((await run(here(), 'events', 'list', '--type', 'role.grantd')).code).toBe(2);
  });

  test('diff exits with 5 if the database differs, and changes nothing', async () => {
    const file = join(folder, 'campus.yaml');
    const diff = () => runDiff([file], configOf(), folder);
    writeFileSync(file, 'users:\n  - username: O.Shevchenko\n    fullName: Інше Ім’я\n');
    expect(await diff()).toBe(5);
    expect(said.join('\n')).toContain('Інше Ім’я');
    writeFileSync(file, 'users:\n  - username: O.Shevchenko\n');
    expect(await diff()).toBe(0);
    writeFileSync(file, 'users: 1\n');
    expect(await diff()).toBe(1);
  });

  test('with --server the same commands print the same, and the actor is the user of the token', async () => {
    const { server, context, token } = await remote();
    const there = (area: Area, ...args: string[]) =>
      run(context, area, ...args, '--server', server);
    for (const args of [
      ['applications', 'list'],
      ['access', 'who', 'campus'],
      ['groups', 'list'],
      ['users', 'factors', 'o.shevchenko'],
    ]) {
      const [area, ...rest] = args as [Area, ...string[]];
      expect(await there(area, ...rest)).toEqual(await run(here(), area, ...rest));
    }
    expect(await there('users', 'disable', 'o.shevchenko')).toMatchObject({
      code: 0,
      out: 'O.Shevchenko cannot sign in.',
    });
    const [disabled] = await eventsOf('user.disabled');
    expect(disabled).toMatchObject({ actor: 'administrator', byToken: expect.any(String) });
    expect(disabled).not.toHaveProperty('systemUser');
    expect((await there('roles', 'list')).out).toMatch(/^administrator +chief /m);
    expect(await there('sessions', 'end', 'o.shevchenko')).toMatchObject({
      out: 'Ended 0 sessions.',
    });
    // from standard input, without the file
    const fromInput = { ...context, env: {}, input: Readable.from([`${token}\n`]) };
    const listed = await run(fromInput, 'users', 'list', '--server', server, '--token-stdin');
    expect(listed.code).toBe(0);
    expect(JSON.stringify(world.lines)).not.toContain(token);
  });

  test('the server in the process of a command, whose requests may do everything, does not listen', async () => {
    const config = configOf();
    const server = await composeForCommand(
      {
        config,
        db: world.db,
        site: world.site,
        hasher: createHasher({ threads: 1 }),
        keys: world.keys,
        fetch,
        logger: createLogger('silent'),
        mailer: undefined,
        now: Date.now,
        pause: setTimeout,
      },
      'root',
    );
    await expect((async () => server.listen({ port: 0 }))()).rejects.toThrow('must not listen');
    expect(server.server.listening).toBe(false);
    await server.close();
  });

  test('a token without --server changes nothing on this machine', async () => {
    const { context } = await remote();
    const { code, err } = await run(context, 'users', 'disable', 'o.shevchenko', '--token-stdin');
    expect([code, err.trim()]).toEqual([1, '--token-stdin needs --server. Nothing was done.']);
  });

  test('a token does not go through a proxy in clear text', async () => {
    const { server, context } = await remote();
    const proxied = { ...context, env: { ...context.env, NODE_USE_ENV_PROXY: '1' } };
    const { code, err } = await run(proxied, 'users', 'list', '--server', server);
    expect([code, err]).toEqual([1, expect.stringContaining('unset it')]);
  });

  test('what API tokens may not do ends with 4 and the page of the console', async () => {
    const { server, context } = await remote();
    for (const [area, page, ...args] of [
      ['roles', '/roles', 'grant', 'o.shevchenko'],
      ['admin', '/roles', 'revoke', 'o.shevchenko'],
      ['admin', '/tokens/new', 'token', 'o.shevchenko', '--name', 'x'],
      ['users', '/users', 'reset', 'o.shevchenko', '--issued-by', 'a', '--reason', 'b'],
    ] as [Area, string, ...string[]][]) {
      const refused = await run(context, area, ...args, '--server', server);
      expect([refused.code, refused.out]).toEqual([4, '']);
      expect(refused.err).toContain(`${server}/en/admin${page}`);
    }
    expect(await run(context, 'keys', 'rotate', '--server', server)).toMatchObject({
      code: 4,
      err: expect.stringContaining(`${server}/en/admin/keys`),
    });
    expect(await eventsOf('role.granted')).toEqual([]);
  });

  test('manifests end with 4, and say where the command works', async () => {
    const server = 'https://id.campus.example';
    const refused = async (work: (args: string[]) => Promise<number>, ...args: string[]) => {
      complained = [];
      return [await work([...args, '--server', server]), said, complained.join()];
    };
    const onServer = (reason: string) =>
      expect.stringMatching(
        `^The administration API ${reason}.*on a machine of the server.*${server}/en/admin/`,
      );
    const config = configOf();
    for (const work of [runApply, runDiff])
      expect(await refused((args) => work(args, config, folder), 'campus.yaml')).toEqual([
        4,
        [],
        onServer('takes no manifests'),
      ]);
    expect(await refused((args) => runExport(args, config, folder), '--users')).toEqual([
      4,
      [],
      onServer('returns no manifests'),
    ]);
    expect(await eventsOf('configuration.exported')).toEqual([]);
  });

  test('keys are listed with --json as the API does, here and there', async () => {
    const { server, context } = await remote();
    await run(here(), 'keys', 'rotate', '--now');
    world.clock.now = Date.now();
    const own = await run(here(), 'keys', 'list', '--json');
    expect(JSON.parse(own.out)).toEqual({
      items: expect.arrayContaining([
        expect.objectContaining({ kid: expect.any(String), alg: 'RS256', state: 'signing' }),
      ]),
    });
    expect(await run(context, 'keys', 'list', '--json', '--server', server)).toEqual(own);
  });

  test('keys check and doctor print what the server finds', async () => {
    const { server, context } = await remote();
    const there = (area: Area, ...args: string[]) =>
      run(context, area, ...args, '--server', server);
    const { items } = JSON.parse((await there('doctor', '--json')).out);
    const ofKeys = items.filter(({ check }: { check: string }) => check === 'keys');
    expect(ofKeys).not.toEqual([]);
    const printed = await there('keys', 'check');
    expect(printed.out.match(/^(fine|WARNING|ERROR) +keys /gm)).toHaveLength(ofKeys.length);
    expect(printed.out).toContain(ofKeys[0].text);
    const hasErrors = items.some(({ level }: { level: string }) => level === 'error');
    const all = await there('doctor');
    expect([all.code, all.out.includes('Errors: 0.')]).toEqual([hasErrors ? 1 : 0, !hasErrors]);
  });

  test('doctor --send-to of another server reaches the user of the token alone', async () => {
    const { server, context } = await remote();
    const send = (address: string) =>
      run(context, 'doctor', '--send-to', address, '--server', server);
    const other = await send('o.admin@campus.example');
    expect([other.code, other.out, world.letters]).toEqual([1, '', []]);
    expect(other.err).toMatch(/^--send-to: with --server .* is not o\.admin@campus\.example\./);
    expect((await send('Chief@Campus.example')).out).toContain(
      'A test email was sent to chief@campus.example.',
    );
    expect(world.letters.map(({ to }) => to)).toEqual(['chief@campus.example']);
  });

  test('a token file that others may read is refused, and the token is not sent', async () => {
    const { server, context } = await remote();
    const file = `${context.env['BRAMA_TOKEN_FILE']}`;
    chmodSync(file, 0o644);
    const before = world.lines.length;
    const refused = await run(context, 'users', 'list', '--server', server);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.err).toMatch(/^BRAMA_TOKEN_FILE: other users .* \(mode 644\)\. Run chmod 600 /);
    expect(world.lines.length).toBe(before);
    // a secret that a group of the server may read
    chmodSync(file, 0o640);
    expect((await run(context, 'users', 'list', '--server', server)).code).toBe(0);
  });

  test('a token without the permission, a wrong one and none are refused with 1', async () => {
    const { server, context } = await remote(['auditor']);
    const disable = ['disable', 'o.shevchenko', '--server', server];
    const refused = await run(context, 'users', ...disable);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('The permission users.write is missing.');
    writeFileSync(`${context.env['BRAMA_TOKEN_FILE']}`, 'not-a-token');
    expect((await run(context, 'users', ...disable)).code).toBe(1);
    writeFileSync(`${context.env['BRAMA_TOKEN_FILE']}`, 'two tokens');
    const malformed = await run(context, 'users', ...disable);
    expect([malformed.code, malformed.err]).toEqual([
      1,
      'The file BRAMA_TOKEN_FILE must contain one API token, and nothing else.',
    ]);
    expect(await run({ ...context, env: {} }, 'users', ...disable)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^Set BRAMA_TOKEN_FILE /),
    });
    const unchecked = { ...context.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    expect(await run({ ...context, env: unchecked }, 'users', ...disable)).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^NODE_TLS_REJECT_UNAUTHORIZED=0 /),
    });
  });

  /** Starts a server that answers every request so, and returns its address. */
  async function answering(answer: Parameters<typeof createServer>[1]): Promise<string> {
    const other = createServer({}, answer);
    others.push(other);
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  }

  test('a redirect, another program and no server end with 3, and the token goes nowhere else', async () => {
    const { server, context } = await remote();
    const before = world.lines.length;
    const redirecting = await answering((request, response) => {
      response.writeHead(307, { location: `${server}${request.url}` }).end();
    });
    const list = (address: string) => run(context, 'users', 'list', '--server', address);
    expect(await list(redirecting)).toMatchObject({
      code: 3,
      out: '',
      err: expect.stringContaining(`a redirect to ${server}`),
    });
    expect(world.lines.length).toBe(before);
    const page = await answering((_, response) => void response.end('<h1>Hello</h1>'));
    expect(await list(page)).toMatchObject({ code: 3, err: expect.stringContaining('a proxy') });
    const empty = await answering((_, response) => void response.end());
    expect(await list(empty)).toMatchObject({ code: 3, err: expect.stringContaining('a proxy') });
    const endless = await answering((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const part = Buffer.alloc(1024 * 1024, ' ');
      const more = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', more);
      more();
    });
    expect(await list(endless)).toMatchObject({
      code: 3,
      err: `The answer of ${endless} has more than 16 MiB.`,
    });
    expect(await list('http://127.0.0.1:1')).toMatchObject({
      code: 3,
      err: expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 does not answer \(/),
    });
  });

  test('a wrong certificate ends with 3, and the token is not sent', async () => {
    const { context } = await remote();
    const asked: string[] = [];
    const { privateKey, der } = makeIdentity({ now: Date.now() });
    const key = privateKey.export({ format: 'pem', type: 'pkcs8' });
    const other = createSecureServer({ key, cert: pemOf(der) }, ({ url = '' }, response) => {
      asked.push(url);
      response.end('{"items":[],"next":null}');
    });
    others.push(other);
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const address = `https://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const refused = await run(context, 'users', 'list', '--server', address);
    expect([refused.code, refused.out, asked]).toEqual([3, '', []]);
    expect(refused.err).toContain(`The certificate of ${address} is not accepted`);
  });

  test.each([
    ['http://id.campus.example', 'must begin with https://'],
    ['https://user:secret@id.campus.example', 'must not contain a name or a password'],
    ['https://id.campus.example/path', 'must have nothing behind the host'],
    ['id.campus.example', 'must be an address'],
  ])('--server %s is a wrong command line', async (address, reason) => {
    const refused = await run(here(), 'users', 'list', '--server', address);
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toContain(`--server: ${reason}`);
  });
});
