// Imports in the console: why one waits, its rows, the decision of another administrator, and the settings of a source.

import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { addUser } from '../support/administration.ts';
import {
  expect,
  expectAccessible,
  expectNoSideways,
  forgive,
  type Language,
  test,
  writeToDatabase,
} from '../support/brama.ts';
import { openConsole, startAdministration } from '../support/console.ts';

type Kind = 'created' | 'changed' | 'linked' | 'left' | 'rejected' | 'waiting';
type NewRow = {
  kind: Kind;
  line?: number | null;
  externalId?: string;
  userId?: string;
  username?: string;
  code?: string;
  field?: string;
  changes?: Record<string, readonly [unknown, unknown, 'derived'?]>;
  record?: unknown;
};

const orNull = (value: unknown) => (value === undefined ? null : JSON.stringify(value));

const settings = { grace: {}, limits: {} };

const registerMapping = {
  version: 1,
  list: 'students',
  username: { rule: '{given}.{family}' },
  statuses: [
    { status: ['Навчається', 'Зараховано'], membership: 'member' },
    { status: ['Відраховано'], reason: ['завершення'], membership: 'left', leaving: 'completed' },
    { status: ['Відраховано'], membership: 'left', leaving: 'withdrawn' },
  ],
  groups: [
    { value: ['students'] },
    { by: 'faculty', values: { 'Факультет прикладної математики': ['students'] } },
  ],
  data: { Група: 'group' },
};

function addSource(
  title = 'Students',
  kind: 'file' | 'edebo' = 'file',
  mapping?: Record<string, unknown>,
): string {
  const name = `source-${randomUUID()}`;
  const at = Date.now();
  writeToDatabase(
    `insert into sources (name, title, kind, position, settings, mapping, version, created_at, updated_at)
    values (?, ?, ?, 10, ?, ?, 1, ?, ?)`,
    name,
    JSON.stringify({ uk: `Студенти ${name.slice(-8)}`, en: `${title} ${name.slice(-8)}` }),
    kind,
    JSON.stringify(settings),
    orNull(mapping),
    at,
    at,
  );
  return name;
}

function addRow(importId: string, position: number, row: NewRow): void {
  const { line = position + 2, externalId = `${position}`, userId = null, username = null } = row;
  writeToDatabase(
    `insert into import_rows (import_id, position, line, external_id, user_id, username, kind, code, field, changes, record)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    importId,
    position,
    line,
    externalId,
    userId,
    username,
    row.kind,
    row.code ?? null,
    row.field ?? null,
    orNull(row.changes),
    orNull(row.record),
  );
}

type NewImport = { source: string; state: string; rows: readonly NewRow[]; actorId?: string };

/** Adds an import as a comparison leaves it. Returns its id. */
function addImport({ source, state, rows, actorId }: NewImport): string {
  const id = randomUUID();
  const at = Date.now();
  const kinds = ['created', 'changed', 'linked', 'left', 'unchanged', 'rejected', 'waiting'];
  const counts = Object.fromEntries(
    kinds.map((kind) => [kind, rows.filter((row) => row.kind === kind).length]),
  );
  const stops = [
    { code: 'too-many-leavers', count: 4210, limit: 500 },
    { code: 'shifted-column', count: 2000, limit: 500, field: 'studentId' },
  ];
  writeToDatabase(
    `insert into imports (id, source, state, is_dry_run, actor_id, system_user, file_name, options, source_version, counts, stops,
      created_at, seen_at, expires_at)
    values (?, ?, ?, 0, ?, ?, 'students.csv', '{}', 1, ?, ?, ?, ?, ?)`,
    id,
    source,
    state,
    actorId ?? null,
    actorId === undefined ? 'root' : null,
    JSON.stringify(counts),
    JSON.stringify(state === 'waiting' ? stops : []),
    at,
    at,
    at + 3_600_000,
  );
  for (const [position, row] of rows.entries()) addRow(id, position, row);
  return id;
}

/** A row of each kind. The new user is really written. */
function someRows(): { rows: NewRow[]; username: string } {
  const username = `new.${randomUUID().slice(0, 13)}`;
  const { id: changed } = addUser({ prefix: 'moves', fullName: 'Перехідна Поліна Павлівна' });
  const { id: left } = addUser({ prefix: 'leaves', fullName: 'Вибулий Віктор Васильович' });
  const fullName = 'Новенька Ніна Несторівна';
  return {
    username,
    rows: [
      {
        kind: 'created',
        username,
        changes: {
          fullName: [null, fullName],
          fullNameEn: [null, 'Novenka Nina Nestorivna', 'derived'],
          groups: [null, ['students']],
        },
        record: { externalId: '0', facts: { fullName }, username, memberships: [] },
      },
      {
        kind: 'changed',
        userId: changed,
        changes: {
          email: ['old@campus.example', 'new@campus.example'],
          taxId: [null, null],
          groups: [['faculty.a'], ['faculty.a', 'faculty.b']],
          'kept.email': [null, null],
        },
      },
      {
        kind: 'left',
        line: null,
        userId: left,
        changes: { validUntil: [null, '2030-06-30T21:00:00.000Z'] },
      },
      { kind: 'rejected', code: 'tax-number-check-digit', field: 'taxId' },
      { kind: 'waiting', code: 'possible-duplicate' },
    ],
  };
}

const administratorId = (page: Page) =>
  page.evaluate(async () => (await (await fetch('/api/admin/me')).json()).id as string);

/** An administrator approves imports 24 hours after getting the role. */
test.beforeEach(() => {
  writeToDatabase(
    "update user_roles set granted_at = 0 where user_id in (select id from users where username = 'a.bondar')",
  );
});

test('an administrator sees why an import waits and what it changes, and approves it', {
  tag: '@journey',
}, async ({ page }) => {
  const source = addSource();
  const { rows, username } = someRows();
  const id = addImport({ source, state: 'waiting', rows });
  await startAdministration(page, 'administrator');
  await openConsole(page);
  const people = page.getByRole('navigation', { name: 'People' });
  await people.getByRole('link', { name: 'Imports', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Imports');
  const sources = page.locator('#sources');
  await sources
    .getByRole('row', { name: source.slice(-8) })
    .getByText('Waits')
    .click();
  await expect(page).toHaveURL(new RegExp(id));
  const main = page.getByRole('main');
  await expect(main.getByText('An administrator decides.')).toBeVisible();
  await expect(
    main.getByText('Would leave or lose the account: 4,210. The limit is 500.'),
  ).toBeVisible();
  await expect(main.getByText('The field “Student ID” would change for too many')).toBeVisible();
  await expect(main.getByText('students.csv')).toBeVisible();
  await expect(main.locator('dl').first()).toContainText('Would change');
  const table = page.locator('#rows table');
  await expect(table.getByRole('row', { name: /Перехідна/ })).toContainText(
    'Email: old@campus.example → new@campus.example',
  );
  await expect(table.getByText('Novenka Nina Nestorivna (made from the full name)')).toBeVisible();
  await expect(table.getByText('Tax number: another one')).toBeVisible();
  await expect(table.getByText('It stays, because the user has a role.')).toBeVisible();
  await expect(table.getByRole('row', { name: /Вибулий/ })).toContainText('Would leave');
  await page.getByLabel('Result').selectOption('Rejected');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(table.getByText('The check digit of the tax number is wrong')).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(2);

  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('New users: 1. Will change: 1. Will leave: 1.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Approve' }).click();
  // a job of the server writes it
  await expect(page.getByText('Written: ')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await openConsole(page, `/users?q=${username}`);
  await expect(page.getByRole('link', { name: 'Новенька Ніна Несторівна' })).toBeVisible();
});

test('the number of many users is typed before an approval', async ({ page }) => {
  const rows = Array.from({ length: 1001 }, (): NewRow => ({ kind: 'left' }));
  const id = addImport({ source: addSource(), state: 'waiting', rows });
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/${id}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog');
  const number = dialog.getByLabel('How many users');
  await expect(number).toBeFocused();
  await number.fill('100');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(dialog.getByText('It’s not 1,001.')).toBeVisible();
  await expectAccessible(page);
  await number.fill('1 001');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByText('Written: 1,001 users.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('who has started an import may refuse it, and sees who approves it', async ({ page }) => {
  const source = addSource();
  await startAdministration(page, 'administrator');
  const actorId = await administratorId(page);
  const id = addImport({ source, state: 'waiting', rows: [], actorId });
  await openConsole(page, `/imports/${id}`);
  await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await expect(page.getByText('Another administrator approves it.')).toBeVisible();
  await expect(page.getByText('There are no rows')).toBeVisible();
  await page.getByRole('button', { name: 'Refuse' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Refuse' }).click();
  await expect(
    page.getByRole('main').getByText('It was refused. Nothing has changed.'),
  ).toBeVisible();
});

test('an administrator changes a source, and its waiting import is outdated', async ({ page }) => {
  const source = addSource();
  const id = addImport({ source, state: 'waiting', rows: [] });
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/sources/${source}`);
  await page.getByRole('button', { name: 'Change the settings' }).click();
  const [number, share] = ['number', 'share'].map((part) =>
    page.getByLabel(`Most who may leave in one import: ${part}`),
  );
  await number?.fill('many');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Give a whole number.')).toBeVisible();
  await number?.fill('5000');
  await share?.fill('2,5 %');
  await page.getByRole('button', { name: 'Save' }).click();
  const facts = page.locator('#settings dl');
  await expect(facts.getByText('5,000 or 2.5%, whichever is less')).toBeVisible();

  await openConsole(page, `/imports/${id}`);
  await expect(
    page.getByText('the source or its users have changed. Compare again.'),
  ).toBeVisible();
});

test('an administrator says what a source takes from the state register', async ({ page }) => {
  const source = addSource('Register', 'edebo');
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/sources/${source}`);
  await page.getByRole('button', { name: 'Change it' }).click();
  const form = page.locator('#mapping form');
  const save = form.getByRole('button', { name: 'Save' });
  await form.getByRole('button', { name: 'Add a line' }).click();
  await save.click();
  await expect(form.getByLabel('States, one in each line')).toBeFocused();
  await form.getByLabel('States, one in each line').fill('Відраховано\nВідрахований');
  await form.getByLabel('What it means').selectOption('is expelled or has withdrawn');
  await form.getByRole('button', { name: 'Groups by: faculty' }).click();
  await form.getByPlaceholder('A value').fill('ФПМ');
  await form.getByRole('button', { name: 'Add a value' }).click();
  await form.getByRole('button', { name: 'Add a field' }).click();
  await form.getByLabel('Name of the field').fill('Група');
  await expectAccessible(page);
  await save.click();
  const facts = page.locator('#mapping dl');
  await expect(facts.getByText('Відраховано, Відрахований')).toBeVisible();
  await expect(facts.getByText('study group')).toBeVisible();
  await page.getByRole('button', { name: 'Change it' }).click();
  await page.getByRole('radio', { name: 'employees' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(facts.getByText('employees')).toBeVisible();
});

test('an administrator compares a source with the register, and sends it for approval', async ({
  page,
}) => {
  const source = addSource('Register', 'edebo', registerMapping);
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/sources/${source}`);
  await page.getByRole('button', { name: 'Compare with the register now' }).click();
  await expect(page.getByText('It was a dry run: nothing has changed.').first()).toBeVisible();
  const next = page.locator('#next');
  await expect(next.getByText('The register is read and compared once more')).toBeVisible();
  await expectAccessible(page);
  await next.getByRole('button', { name: 'Send for approval' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send for approval' }).click();
  await expect(page.getByText('Nothing has changed yet.').first()).toBeVisible();
  await expect(page.getByText('You’ve started this import.')).toBeVisible();
});

test('a waiting import of the register that is outdated is compared again', async ({ page }) => {
  const source = addSource('Register', 'edebo', registerMapping);
  const id = addImport({ source, state: 'waiting', rows: [] });
  writeToDatabase('update sources set version = 2 where name = ?', source);
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/${id}`);
  await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled();
  await page.getByRole('button', { name: 'Compare with the register now' }).click();
  await expect(page.getByText('It was a dry run: nothing has changed.').first()).toBeVisible();
});

test('the page follows an import through its states, and announces each', async ({ page }) => {
  const rows = Array.from({ length: 5 }, (): NewRow => ({ kind: 'left' }));
  const id = addImport({ source: addSource(), state: 'compared', rows });
  await startAdministration(page, 'administrator');
  let now: object = { state: 'comparing' };
  await page.route(`**/api/admin/imports/${id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...now } });
  });
  await openConsole(page, `/imports/${id}`);
  await expect(page.getByText('The rows are being compared.')).toBeVisible();
  await expect(page.locator('#rows')).toHaveCount(0);
  now = { state: 'comparing', compared: 4200 };
  await expect(page.getByText('4,200 rows are compared.')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Rows compared' })).toBeVisible();
  await expectAccessible(page);
  now = { state: 'running', written: 3 };
  await expect(page.getByRole('progressbar', { name: 'Users written' })).toHaveJSProperty(
    'value',
    3,
  );
  await expect(page.getByText('3 of 5 are written.')).toBeVisible();
  await expect(page.locator('#rows')).toBeVisible();
  now = { state: 'done' };
  await expect(page.getByRole('status').filter({ hasText: 'The import: Written' })).toBeAttached();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
});

test('a file that has expired on the open page is chosen again', async ({ page, complaints }) => {
  forgive(complaints, 409);
  const id = addImport({ source: addSource(), state: 'compared', rows: [] });
  await startAdministration(page, 'administrator');
  let hasFile = true;
  await page.route(`**/api/admin/imports/${id}`, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), hasFile } });
  });
  await openConsole(page, `/imports/${id}`);
  await page.getByRole('button', { name: 'Import now' }).click();
  hasFile = false;
  await page.getByRole('dialog').getByRole('button', { name: 'Import now' }).click();
  await expect(page.getByRole('link', { name: 'Choose the file again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import now' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'What next' })).toBeFocused();
});

test('a file without the wanted sheet names this sheet and its own', async ({ page }) => {
  const id = addImport({ source: addSource(), state: 'failed', rows: [] });
  writeToDatabase(
    "update imports set error = 'unknown-sheet', error_place = ? where id = ?",
    JSON.stringify({ sheet: 'Денна', sheets: ['Заочна', 'Вечірня'] }),
    id,
  );
  await startAdministration(page, 'auditor');
  await openConsole(page, `/imports/${id}`);
  await expect(page.getByText('“Денна” is needed. The file has: Заочна, Вечірня.')).toBeVisible();
});

test('an operator reads imports and sources, and decides nothing', async ({ page }) => {
  const source = addSource();
  const id = addImport({ source, state: 'waiting', rows: [] });
  await startAdministration(page, 'operator');
  await openConsole(page, `/imports/${id}`);
  await expect(page.getByText('An administrator decides about it.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Approve' })).toHaveCount(0);
  await openConsole(page, `/imports/sources/${source}`);
  await expect(page.getByRole('button', { name: 'Change the settings' })).toHaveCount(0);
});

test('a page that cannot be loaded says so, and tries again', async ({ page, complaints }) => {
  forgive(complaints, 'ERR_FAILED');
  forgive(complaints, 404);
  await startAdministration(page, 'auditor');
  await page.route('**/api/admin/imports*', (route) => route.abort());
  await openConsole(page, '/imports');
  await expect(page.getByRole('alert').first()).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/api/admin/imports*');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await expect(page.getByRole('heading', { name: 'Imports of the last 30 days' })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await openConsole(page, `/imports/${randomUUID()}`);
  await expect(page.getByRole('main')).toContainText(/no such|not found/i);
});

test('the pages are accessible in every width, language and theme', async ({ page }, info) => {
  test.slow();
  const source = addSource();
  const { rows } = someRows();
  const waiting = addImport({ source, state: 'waiting', rows });
  const register = addSource('Register', 'edebo', registerMapping);
  await startAdministration(page, 'administrator');
  const looks: [number, Language, 'light' | 'dark'][] = [
    [1280, 'en', 'light'],
    [768, 'uk', 'dark'],
    [390, 'uk', 'light'],
    [390, 'en', 'dark'],
  ];
  for (const [name, path] of [
    ['list', '/imports'],
    ['import', `/imports/${waiting}`],
    ['source', `/imports/sources/${source}`],
    ['register', `/imports/sources/${register}#mapping`],
  ] as const)
    for (const [width, language, colorScheme] of looks) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await openConsole(page, path, language);
      await expect(page.getByText(/Loading…|Завантаження…/)).toHaveCount(0);
      if (name === 'register') await page.locator('#mapping').getByRole('button').first().click();
      await expectNoSideways(page);
      await expectAccessible(page);
      const file = info.outputPath(`${name}-${width}-${language}-${colorScheme}.png`);
      if (process.env['PICTURES']) await page.screenshot({ path: file, fullPage: true });
    }
});
