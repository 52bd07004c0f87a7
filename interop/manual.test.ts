// The integration manual is true. An application written only from the PDF signs a user in, every request in it gets the
// documented response, and all of its code runs.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../e2e/support/processes.ts';
import { createPerson, type Page } from '../packages/server/test/support/oidc/parties/person.ts';
import { startReceiver } from '../packages/server/test/support/oidc/parties/receiver.ts';
import { root } from '../scripts/children.ts';
import { type Brama, startBrama } from './brama.ts';
import { examplePrograms, requireRuntime } from './example-programs.ts';
import { codeOfManual, inTerminal, type ManualCode, shapeOf } from './manual-code.ts';
import { navigate } from './navigation.ts';
import { startProgram } from './sites.ts';

const folder = mkdtempSync(join(tmpdir(), 'brama-manual-'));
const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts;

let brama: Brama;
let manual: ManualCode;
let secret: string;

beforeAll(async () => {
  brama = await startBrama();
  manual = await codeOfManual(brama.issuer, '/integration_manual_en.pdf');
  secret = inTerminal(manual.take(/^Terminal\nopenssl rand/));
});
afterAll(async () => {
  await brama?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const hrefIn = (html: string) =>
  (/href="([^"]+)"/.exec(html)?.[1] ?? '').replaceAll(/&amp;|&#38;/g, '&');

async function signInAt(page: Page, person: ReturnType<typeof createPerson>) {
  const { username, password } = brama.student;
  return person.submit(page, { username, password });
}

/** The entry of the manual with a secret in it, applied; its id. */
async function apply(mark: RegExp, site?: string): Promise<string> {
  const entry = manual.take(mark, site).replace('secret: …', `secret: ${secret}`);
  await brama.apply(entry);
  return /id: (\S+)/.exec(entry)?.[1] ?? '';
}

test('the Ukrainian manual contains the same code', async () => {
  const other = await codeOfManual(brama.issuer, '/integration_manual.pdf');
  expect(other.all).toEqual(manual.all);
});

test('the commands of the manual exist', () => {
  for (const command of [manual.take(/^Terminal\nnpm run/), manual.take(/\nnpm start/)]) {
    const name = command.replace(/^npm (run )?/, '').split(' ')[0] ?? '';
    expect(scripts).toHaveProperty(name);
  }
});

describe.each(examplePrograms)(
  '$file, copied from the manual alone',
  ({ file, command, ...program }) => {
    test('signs a user in', async () => {
      requireRuntime(program);
      const PORT = `${await freePort()}`;
      const origin = `http://localhost:${PORT}`;
      const APP_ID = await apply(/^campus.yaml/, origin);
      writeFileSync(join(folder, file), manual.take(new RegExp(`^${file}\n`), origin));
      const settings = { BRAMA_URL: brama.issuer, APP_ID, APP_SECRET: secret, PORT };
      const site = await startProgram(folder, command, settings);
      const person = createPerson(navigate);
      const first = await person.go(`${origin}/`);
      const back = await signInAt(
        await person.go(hrefIn(first.body.split('<a ')[1] ?? '')),
        person,
      );
      expect([back.status, back.url]).toEqual([200, `${origin}/`]);
      expect(back.body).toContain('<h1>Шевченко Олена Іванівна</h1>');
      await site.stop();
    });
  },
);

describe('the ticket', () => {
  let variables: Record<string, string>;

  beforeAll(async () => {
    const id = await apply(/^campus.yaml/);
    const person = createPerson(navigate, [brama.issuer]);
    const link = hrefIn(manual.take(/^HTML\n/)).replace('YOUR-APP-ID', id);
    const { leadsTo = '' } = await signInAt(await person.go(`${link}&state=k2Vw8`), person);
    const shown = new URL(manual.take(/^Address\n/));
    const came = new URL(leadsTo);
    expect([came.origin, came.pathname, [...came.searchParams.keys()]]).toEqual([
      shown.origin,
      shown.pathname,
      [...shown.searchParams.keys()],
    ]);
    expect(came.searchParams.get('state')).toBe(shown.searchParams.get('state'));
    const ticket = came.searchParams.get('ticketId') ?? '';
    expect(ticket).toHaveLength(shown.searchParams.get('ticketId')?.length ?? 0);
    variables = { APP_ID: id, APP_SECRET: secret, TICKET_ID: ticket };
  });

  test('POST and GET return the documented response', () => {
    const answer = JSON.parse(inTerminal(manual.take(/^Terminal\n.*ticket \\\n {2}-u/), variables));
    expect(shapeOf(answer)).toEqual(
      shapeOf(JSON.parse(manual.take(/^Response: 200[\s\S]*STUDENT_ID/))),
    );
    expect(answer.data.NAME).toBe(brama.student.fullName);
    expect(JSON.parse(inTerminal(manual.take(/^Terminal\ncurl -s -G/), variables))).toEqual(answer);
  });

  test('a rejected ticket returns the documented error', () => {
    const shown = JSON.parse(manual.take(/^Response: 404/));
    const lines = manual.take(/^Terminal\n.*ticket \\\n {2}-u/);
    const refused = JSON.parse(inTerminal(lines, { ...variables, TICKET_ID: 'x' }));
    expect(shapeOf(refused)).toEqual(shapeOf(shown));
    expect(refused.error.code).toBe(shown.error.code);
  });

  test('a user without access returns as documented, only by a button', async () => {
    const entry = `
applications:
  - id: ${crypto.randomUUID()}
    name: employees-only
    title: { uk: Працівникам, en: For employees }
    description: { uk: Лише працівникам, en: For employees only }
    access: { groups: [employees] }
    protocol: { type: ticket, redirectUrl: 'http://localhost:4000/back', secret: ${secret}, returnErrors: true }`;
    await brama.apply(entry);
    const id = /id: (\S+)/.exec(entry)?.[1];
    const person = createPerson(navigate, [brama.issuer]);
    const start = `${brama.issuer}/?${new URLSearchParams({ appId: `${id}`, state: 'k2Vw8' })}`;
    const page = await signInAt(await person.go(start), person);
    expect([page.status, page.leadsTo]).toEqual([403, undefined]);
    const shown = manual.take(/^Address after a refusal\n/);
    expect(page.body.replaceAll('&amp;', '&')).toContain(`href="${shown}"`);
  });

  test('the documented entry creates a sandbox that returns to the page with the ticket', async () => {
    const entry = manual.take(/^sandbox.yaml/);
    await brama.apply(entry);
    const id = /id: (\S+)/.exec(entry)?.[1] ?? '';
    const person = createPerson(navigate, [brama.issuer]);
    const { url, leadsTo } = await signInAt(
      await person.go(`${brama.issuer}/?appId=${id}`),
      person,
    );
    const back = new URL(leadsTo ?? url);
    expect(back.origin).toBe(brama.issuer);
    expect(back.pathname).toMatch(/^\/(uk|en)\/button-wizard\/received$/);
    expect(back.searchParams.get('ticketId')).toHaveLength(43);
  });
});

describe('OpenID Connect', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;
  const json = (lines: string, variables = {}) => JSON.parse(inTerminal(lines, variables));

  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  test('the documented steps work from discovery to back-channel logout', async () => {
    const take = (mark: RegExp) => manual.take(mark, receiver.origin);
    const id = await apply(/^openid-connect.yaml/, receiver.origin);
    expect(json(take(/openid-configuration/)).issuer).toBe(brama.issuer);

    const begun = inTerminal(`${take(/^Terminal\nverifier=/)}\necho "$verifier $state"`).split(
      '\n',
    );
    const [verifier = '', state = ''] = begun.pop()?.split(' ') ?? [];
    const person = createPerson(navigate, [brama.issuer]);
    const { leadsTo = '' } = await signInAt(await person.go(begun.join('')), person);
    const came = new URL(leadsTo);
    expect(`${came.origin}${came.pathname}`).toBe(`${receiver.origin}/callback`);
    expect(Object.fromEntries(came.searchParams)).toMatchObject({ state, iss: brama.issuer });

    const CODE = came.searchParams.get('code') ?? '';
    const tokens = json(take(/^Terminal\ncurl[\s\S]*grant_type=authorization_code/), {
      CODE,
      verifier,
      CLIENT_SECRET: secret,
    });
    const who = json(take(/\/oidc\/userinfo/), { ACCESS_TOKEN: tokens.access_token });
    const shownWho = JSON.parse(take(/^Response: 200[\s\S]*preferred_username/));
    expect(shapeOf(who)).toEqual(shapeOf(shownWho));
    expect(who.sub).toHaveLength(shownWho.sub.length);
    const renewed = json(take(/^Terminal\ncurl[\s\S]*grant_type=refresh_token/), {
      REFRESH_TOKEN: tokens.refresh_token,
      CLIENT_SECRET: secret,
    });
    expect(renewed.refresh_token).not.toBe(tokens.refresh_token);

    const chosen = await person.go(`${brama.issuer}/api/app-redirect?appId=${id}`);
    const start = `${receiver.origin}/start?iss=${encodeURIComponent(brama.issuer)}`;
    expect(chosen.leadsTo).toBe(start);

    const way = inTerminal(take(/\/oidc\/logout/), { ID_TOKEN: tokens.id_token });
    const asked = await person.go(way);
    const left = await person.submit(asked);
    expect(left.leadsTo).toBe(`${receiver.origin}/`);
    const [token = ''] = receiver.toldAt(`${receiver.origin}/signed-out`);
    const [head, payload] = token
      .split('.')
      .slice(0, 2)
      .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()));
    expect(head.typ).toBe('logout+jwt');
    const shown = JSON.parse(take(/^Content of logout_token/));
    expect(shapeOf(payload)).toEqual(shapeOf(shown));
    expect([payload.iss, payload.aud]).toEqual([shown.iss, shown.aud]);
    const lengths = ({ sub, sid }: Record<string, string>) => [sub?.length, sid?.length];
    expect(lengths(payload)).toEqual(lengths(shown));
  });
});

describe('CAS', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  beforeAll(async () => {
    receiver = await startReceiver();
  });
  afterAll(() => receiver.close());

  /** Real messages have no line breaks. */
  const inOneLine = (xml: string) => xml.replaceAll(/>\s+</g, '><').replaceAll(/\s+/g, ' ');
  /** Leaves the texts, the id and the time out. */
  const formOf = (xml: string) =>
    inOneLine(xml)
      .replaceAll(/>[^<]+</g, '>…<')
      .replaceAll(/ (ID|IssueInstant)="[^"]+"/g, ' $1');

  test('the documented steps work from the sign-in to the notification of a sign-out', async () => {
    const take = (mark: RegExp) => manual.take(mark, receiver.origin);
    await apply(/^cas.yaml/, receiver.origin);
    const person = createPerson(navigate, [brama.issuer]);
    const { leadsTo = '' } = await signInAt(
      await person.go(take(/^Address of the sign-in\n/)),
      person,
    );
    const TICKET = new URL(leadsTo).searchParams.get('ticket') ?? '';
    const shownTicket = new URL(take(/^Address to come back to\n/)).searchParams.get('ticket');
    expect(leadsTo).toBe(`${receiver.origin}/cas/?ticket=${TICKET}`);
    expect(TICKET).toHaveLength(shownTicket?.length ?? 0);

    const validation = take(/^Terminal\n.*serviceValidate/);
    const answer = inTerminal(validation, { TICKET });
    expect(formOf(answer)).toBe(formOf(take(/^Response with the user\n/)));
    expect(answer).toContain(`<cas:displayName>${brama.student.fullName}</cas:displayName>`);
    const refusal = inOneLine(take(/^Response without a user\n/));
    expect(inTerminal(validation, { TICKET })).toBe(refusal);

    const asked = await person.go(take(/^Address of the sign-out\n/));
    const left = await person.submit(asked);
    expect(left.leadsTo).toBe(`${receiver.origin}/cas/`);
    const [logout = ''] = receiver.toldAt(`${receiver.origin}/cas/`);
    expect(formOf(logout)).toBe(formOf(take(/^Content of logoutRequest\n/)));
    expect(logout).toContain(`<samlp:SessionIndex>${TICKET}</samlp:SessionIndex>`);
  });
});

describe('the button', () => {
  test('the pinned script is identical to the served script', async () => {
    const script = manual.take(/^Script with a check/);
    const [, address = '', integrity = ''] =
      /src="([^"]+)"\s+integrity="([^"]+)"/.exec(script) ?? [];
    const bytes = Buffer.from(await (await fetch(address)).arrayBuffer());
    expect(integrity).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
    const plain = /src="([^"]+)"/.exec(manual.take(/^Script\n/))?.[1] ?? '';
    expect(Buffer.from(await (await fetch(plain)).arrayBuffer())).toEqual(bytes);
    const module = /src="([^"]+)"/.exec(manual.take(/^Script as a module\n/))?.[1] ?? '';
    expect((await fetch(module)).headers.get('content-type')).toContain('/javascript');
    expect(manual.take(/^Header of the answer/)).toContain(new URL(address).origin);
  });

  test('the images exist, and every address opens the sign-in page', async () => {
    const html = manual.take(/^HTML with/);
    const [, picture = '', address = ''] =
      /\]\(([^)]+)\)\]\(([^)]+)\)/.exec(manual.take(/^Markdown/)) ?? [];
    expect(/src="([^"]+)"/.exec(html)?.[1]).toBe(picture);
    expect((await fetch(picture)).headers.get('content-type')).toContain('image/svg+xml');
    for (const one of [address, hrefIn(html), hrefIn(manual.take(/^Markup/))])
      expect(one).toBe(`${brama.issuer}/?appId=YOUR-APP-ID`);
  });

  test('the React files compile as TypeScript', () => {
    for (const name of ['use-kpi-id-signin.ts', 'sign-in-button.tsx'])
      writeFileSync(join(folder, name), manual.take(new RegExp(`^${name}\n`)));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const options = {
      strict: true,
      jsx: 'react-jsx',
      module: 'esnext',
      moduleResolution: 'bundler',
      noEmit: true,
      types: [],
    };
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['sign-in-button.tsx'] }),
    );
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], {
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, '']);
  });
});

test('the tests cover every snippet of the manual', () => {
  expect(manual.untaken()).toEqual([]);
});
