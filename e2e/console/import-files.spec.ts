// A file in the console: a new source, the columns of its file, a dry run, the import, and the approval of a second administrator. Also what
// is refused before or while a file is sent, and who a person is that could be an existing user.

import { randomUUID } from 'node:crypto';
import { truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from '@playwright/test';
import { sheetXml, spreadsheetOf } from '../../packages/server/test/support/spreadsheets.ts';
import { addGroup, addUser } from '../support/administration.ts';
import {
  expect,
  expectAccessible,
  expectNoSideways,
  forgive,
  type Language,
  readFromDatabase,
  test,
  writeToDatabase,
} from '../support/brama.ts';
import { openConsole, startAdministration, startAdministrationOf } from '../support/console.ts';

const header = 'Код;Прізвище;Ім’я;По батькові;Пошта;Факультет;Курс';

type Person = {
  code: string;
  family: string;
  given?: string;
  email?: string;
  faculty?: string;
};

const row = ({ code, family, given = 'Зоряна', email = '', faculty = 'ФІОТ' }: Person) =>
  `${code};${family};${given};Олегівна;${email};${faculty};2`;

function csvFile(people: readonly Person[], name = 'студенти.csv') {
  const text = [header, ...people.map(row)].join('\n');
  return { name, mimeType: 'text/csv', buffer: Buffer.from(text) };
}

/** Names that no other test has. Never a number: one like `51e45678` could be a tax number, and would not be shown. */
const someCode = () => `k${randomUUID().slice(0, 7)}`;

const chooseFile = (page: Page, file: ReturnType<typeof csvFile>) =>
  page.getByLabel(/^Choose (a|another) file$/).setInputFiles(file);

/** Opens a page as an administrator who is no user of the demo. */
async function secondAdministrator(browser: Browser): Promise<Page> {
  const { username, id } = addUser({ prefix: 'second-admin' });
  writeToDatabase(
    "insert into user_roles (user_id, role, granted_at) values (?, 'administrator', ?)",
    id,
    0,
  );
  const page = await (await browser.newContext()).newPage();
  await startAdministrationOf(page, username);
  return page;
}

async function createSource(page: Page): Promise<string> {
  const name = `file-${someCode()}`;
  await openConsole(page, '/imports');
  await page.getByRole('link', { name: 'Create a source' }).click();
  await page.getByLabel('Short name').fill(name);
  await page.getByLabel(/^Title in Ukrainian/).fill(`Студенти ${name}`);
  await page.getByLabel(/^Title in English/).fill(`Students ${name}`);
  await page.getByRole('button', { name: 'Create the source' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Students ${name}`);
  return name;
}

/** Stores a source whose mapping fits the files of this test. */
function addSource({ isApproved = true } = {}): string {
  const name = `file-${someCode()}`;
  const at = Date.now();
  const mapping = {
    version: 1,
    username: { rule: '{given}.{family}.{id}' },
    fields: {
      externalId: 'Код',
      fullName: { family: 'Прізвище', given: 'Ім’я' },
      email: { column: 'Пошта', optional: true },
    },
  };
  writeToDatabase(
    `insert into sources (name, title, kind, position, settings, mapping, approved_at, version, created_at, updated_at)
    values (?, null, 'file', 10, '{}', ?, ?, 1, ?, ?)`,
    name,
    JSON.stringify(mapping),
    isApproved ? at : null,
    at,
    at,
  );
  return name;
}

/** Notes that the source names the user. */
function addLink(source: string, userId: string): void {
  const at = Date.now();
  writeToDatabase(
    `insert into source_links (source, external_id, user_id, state, digest, facts, memberships, reason, ends_at, updated_at)
    values (?, '704233', ?, 'left', '', ?, ?, 'unknown', ?, ?)`,
    source,
    userId,
    JSON.stringify({ fullName: 'Показана Поліна', studentId: 'КВ-704233' }),
    JSON.stringify([{ group: 'students', validFrom: null, validUntil: null }]),
    at + 14 * 24 * 3_600_000,
    at,
  );
}

/** Returns a promise and what fulfils it. */
function latch() {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { released, release };
}

/** Counts the requests that are sent to an address from now on. */
function countRequests(page: Page, address: RegExp): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (address.test(request.url())) count += 1;
  });
  return () => count;
}

test('an administrator brings people in from a file, and another one approves it', {
  tag: '@journey',
}, async ({ page, browser }) => {
  test.slow();
  const group = `students.${someCode()}`;
  addGroup(group);
  await startAdministration(page, 'administrator');
  const source = await createSource(page);
  const family = `Дзвінка-${'абвгдежзик'[Number.parseInt(someCode(), 16) % 10]}`;
  const code = someCode();
  await expect(page.getByText('It is not set yet what the columns mean.')).toBeVisible();
  await page.getByRole('link', { name: 'Import a file' }).click();
  await expect(page.getByText('Choose a file first.').first()).toBeVisible();
  await chooseFile(
    page,
    csvFile([
      { code, family, email: `${code}@campus.example` },
      { code: someCode(), family: 'Друга', faculty: 'ФПМ' },
    ]),
  );
  await expect(page.getByText('table with the separator “;”')).toBeVisible();

  // the guess, changed: an id and groups by a table
  await expect(page.getByText('What the columns mean is guessed')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('Last name', { exact: true })).toHaveValue(':Прізвище');
  await page.getByRole('button', { name: 'Save the columns' }).click();
  await expect(page.getByText('Something is missing.')).toBeVisible();
  await expect(page.getByLabel('Permanent ID')).toBeFocused();
  await page.getByLabel('Permanent ID').selectOption('Курс');
  await expect(
    page.getByText('It has the same value in several of the first 2 rows.'),
  ).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Permanent ID').selectOption('Код');
  await expect(page.getByText('It has the same value in several')).toHaveCount(0);
  await expect(page.getByText(`In the file: ${code} ·`)).toBeVisible();
  const rule = page.getByRole('textbox', { name: 'Rule' });
  await rule.fill('{given}.{nickname}');
  await expect(page.getByText('This rule can’t make usernames.')).toBeVisible();
  await rule.fill('{given}.{family}');
  await expect(page.getByText('gets lesia.kvitka-osnovianenko')).toBeVisible();
  // the table of groups is proposed, and has the values of the file
  await expect(page.getByText('2 values are new in the table')).toBeVisible();
  await page.getByRole('button', { name: 'Add a group for ФІОТ' }).click();
  const search = page.getByRole('combobox', { name: 'Name of a group' });
  await search.fill(group);
  await page.getByRole('option', { name: group }).click();
  await expect(page.getByText('2 values are new in the table')).toHaveCount(0);
  await expect(page.getByText('1 value has no groups yet')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save the columns' }).click();
  await expect(page.getByText('The file has all columns that the source needs.')).toBeVisible();

  // the dry run
  await page.getByRole('button', { name: 'Compare, change nothing' }).click();
  await expect(page.locator('#main').getByText('It was a dry run')).toBeVisible();
  await expect(page.getByText('1 new user is in no group')).toBeVisible();
  await expect(page.locator('#groups').getByRole('row', { name: group })).toContainText('+1');
  await expect(page.getByText('The first import of a source always waits.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Send for approval' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('region')).toBeFocused();
  await dialog.getByRole('button', { name: 'Send for approval' }).click();

  // it waits for another administrator
  await expect(page.getByText('An administrator decides.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Approve' })).toBeDisabled();
  const address = page.url();
  const other = await secondAdministrator(browser);
  await other.goto(address);
  await other.getByRole('button', { name: 'Approve' }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
  await expect(other.getByText('Written: 2 users.')).toBeVisible();
  await other.context().close();
  // the first administrator comes back to the tab
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('Written: 2 users.')).toBeVisible();

  const [written] = readFromDatabase(
    'select u.groups from users u join source_links l on l.user_id = u.id where l.source = ? and l.external_id = ?',
    source,
    code,
  ) as { groups: string }[];
  expect(JSON.parse(written?.groups ?? '[]')).toContain(group);
});

test('a file with other columns needs another mapping, and a bad file says why', async ({
  page,
  complaints,
}) => {
  forgive(complaints, 400);
  const source = addSource();
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/sources/${source}/import`);
  await chooseFile(page, { ...csvFile([], 'empty.csv'), buffer: Buffer.from('') });
  await expect(page.getByText('The file is empty.')).toBeVisible();
  await chooseFile(page, { ...csvFile([]), buffer: Buffer.from('a;a\n1;2') });
  await expect(page.getByText('Two columns have the same header.')).toBeVisible();
  await chooseFile(page, {
    name: 'other.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Номер;Прізвище;Ім’я\n1;Дзвінка;Зоя'),
  });
  await expect(page.getByText('The file lacks 1 column that the source needs')).toBeVisible();
  await expect(page.getByText('Save first what the columns mean.')).toBeVisible();
  await page.getByLabel('Permanent ID').selectOption('Номер');
  // a reload keeps what was entered, and loses the file
  await page.reload();
  await chooseFile(page, {
    name: 'other.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Номер;Прізвище;Ім’я\n1;Дзвінка;Зоя'),
  });
  await expect(page.getByText('What you had entered is restored.')).toBeVisible();
  const read = countRequests(page, /\/sources\/columns/);
  await page.getByRole('button', { name: 'Save the columns' }).click();
  await expect(page.getByText('The file has all columns that the source needs.')).toBeVisible();
  await expect(page.getByRole('heading', { name: '2. What its columns mean' })).toBeFocused();
  // the file is still the same
  expect(read()).toBe(0);
});

test('sending can be stopped, and a connection that breaks off says so', async ({
  page,
  complaints,
}) => {
  forgive(complaints, 'ERR_FAILED');
  const source = addSource();
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/sources/${source}/import`);
  await chooseFile(page, csvFile([{ code: someCode(), family: 'Дзвінка' }]));
  const { released, release } = latch();
  await page.route('**/api/admin/imports?*', async (route) => {
    await released;
    await route.abort();
  });
  const compare = page.getByRole('button', { name: 'Compare, change nothing' });
  await compare.click();
  const stop = page.getByRole('button', { name: 'Stop sending' });
  await expect(stop).toBeFocused();
  await expect(page.getByRole('progressbar', { name: 'The file is being sent' })).toBeVisible();
  await stop.click();
  await expect(page.getByText('Sending was stopped. Nothing is stored.')).toBeVisible();
  await compare.click();
  await expect(stop).toBeVisible();
  release();
  await expect(page.getByText('The connection broke off.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/admin/imports?*');
  await compare.click();
  await expect(page.locator('#main').getByText('It was a dry run')).toBeVisible();
});

test('a file that was stopped before its transfer is never sent', async ({ page }) => {
  const source = addSource();
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/sources/${source}/import`);
  await chooseFile(page, csvFile([{ code: someCode(), family: 'Дзвінка' }]));
  const sent = countRequests(page, /\/api\/admin\/imports\?/);
  // the recent sign-in is looked at first
  const { released, release } = latch();
  await page.route('**/api/admin/me', async (route) => {
    await released;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Compare, change nothing' }).click();
  await expect(page.getByRole('button', { name: 'Change what the columns mean' })).toBeDisabled();
  await page.getByRole('button', { name: 'Stop sending' }).click();
  release();
  await expect(page.getByText('Sending was stopped. Nothing is stored.')).toBeVisible();
  expect(sent()).toBe(0);
});

test('a connection that breaks off after the whole file says that it may be stored', async ({
  page,
  complaints,
}) => {
  forgive(complaints, 'ERR_EMPTY_RESPONSE');
  const source = addSource();
  const received = latch();
  const cut = latch();
  const proxy = createServer((request) => {
    request.resume().on('end', async () => {
      received.release();
      await cut.released;
      request.socket.destroy();
    });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  await page.route('**/api/admin/imports?*', (route) =>
    route.continue({ url: `http://127.0.0.1:${port}/` }),
  );
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/sources/${source}/import`);
  await chooseFile(page, csvFile([{ code: someCode(), family: 'Дзвінка' }]));
  await page.getByRole('button', { name: 'Compare, change nothing' }).click();
  await received.released;
  await expect(page.getByText('The file is sent. The server stores it…')).toBeFocused();
  await expect(page.getByRole('button', { name: 'Stop sending' })).toHaveCount(0);
  cut.release();
  await expect(page.getByText('The server may have received it')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('link', { name: 'Imports of this source' })).toBeVisible();
  proxy.close();
});

/** Holds what the server answers about the values of a column. Returns what lets it go on, and waits until it has. */
async function holdValues(page: Page, column: string): Promise<() => Promise<void>> {
  const held = latch();
  const ended = latch();
  const isAsked = (url: URL) => url.searchParams.get('valuesOf') === column;
  await page.route(isAsked, async (route) => {
    const response = await route.fetch();
    await held.released;
    await route.fulfill({ response }).finally(ended.release);
  });
  return async () => {
    held.release();
    await ended.released;
    await page.unroute(isAsked);
  };
}

test('late values of a column change nothing once the table is gone', async ({ page }) => {
  const source = addSource();
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/sources/${source}/import`);
  await chooseFile(page, csvFile([{ code: someCode(), family: 'Дзвінка' }]));
  await page.getByRole('button', { name: 'Change what the columns mean' }).click();
  await expect(page.getByLabel('Permanent ID')).toBeFocused();
  const add = page.getByRole('button', { name: 'Groups by “Факультет”' });
  const rule = page.getByRole('group', { name: /^By the column/ });

  // another column was chosen
  let release = await holdValues(page, 'Факультет');
  await add.click();
  await expect(rule.getByRole('progressbar')).toBeVisible();
  const column = rule.getByLabel('Column', { exact: true });
  await column.selectOption('Курс');
  await expect(rule.getByText('1 value is new in the table')).toBeVisible();
  await release();
  await expect(rule.getByRole('listitem').getByText('2', { exact: true })).toBeVisible();
  await expect(column).toHaveValue(':Курс');
  await rule.getByRole('button', { name: 'Remove this rule' }).click();

  // the rule was removed
  release = await holdValues(page, 'Факультет');
  await add.click();
  await expect(rule.getByRole('progressbar')).toBeVisible();
  await rule.getByRole('button', { name: 'Remove this rule' }).click();
  await release();
  await expect(add).toBeVisible();
  await expect(rule).toHaveCount(0);

  // reading was stopped
  release = await holdValues(page, 'Факультет');
  await add.click();
  await rule.getByRole('button', { name: 'Stop sending' }).click();
  await release();
  await expect(rule.getByText('The table has no values yet.')).toBeVisible();
  await rule.getByRole('button', { name: 'Take the values from the file' }).click();
  await expect(rule.getByText('1 value is new in the table')).toBeVisible();
});

test('another sheet of a spreadsheet is kept by the source with the comparison', async ({
  page,
  complaints,
}) => {
  // the wanted sheet is asked for first
  forgive(complaints, 400);
  const source = addSource();
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/sources/${source}/import`);
  const sheet = (family: string) =>
    sheetXml([header, row({ code: someCode(), family })].map((line) => line.split(';')));
  const book = (sheets: Record<string, string>) => ({
    name: 'студенти.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: spreadsheetOf(sheets),
  });
  await chooseFile(page, book({ Денна: sheet('Дзвінка'), Заочна: sheet('Заочна') }));
  await expect(page.getByText('Excel file', { exact: true })).toBeVisible();
  await expect(page.getByText('The file has all columns that the source needs.')).toBeVisible();
  await page.getByLabel('Sheet').selectOption('Заочна');
  await expect(page.getByText('Not read: Денна.')).toBeVisible();
  await expect(page.getByText('the source reads the sheet “Заочна”')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Compare, change nothing' }).click();
  await expect(page.locator('#main').getByText('It was a dry run')).toBeVisible();
  await expect(page.locator('#rows')).toContainText('Заочна');

  // a later file lacks this sheet
  await openConsole(page, `/imports/sources/${source}/import`);
  await chooseFile(page, book({ Вечірня: sheet('Вечірня'), Інша: sheet('Інша') }));
  await expect(page.getByText('The file has no sheet “Заочна”')).toBeVisible();
  await expect(page.locator('#mapping dl')).not.toContainText('Заочна');
});

test('a file that is too large is never sent', async ({ page }, info) => {
  const source = addSource();
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/sources/${source}/import`);
  const sent = countRequests(page, /\/sources\/columns/);
  const file = info.outputPath('large.csv');
  writeFileSync(file, header);
  truncateSync(file, 100 * 1024 * 1024 + 1);
  await page.getByLabel('Choose a file').setInputFiles(file);
  await expect(page.getByText('A file may have at most 100 MB')).toBeVisible();
  await expect(page.getByText('Choose a file first.').first()).toBeVisible();
  expect(sent()).toBe(0);
});

test('a large file is sent as a whole only where all its rows are needed', async ({ page }) => {
  const source = addSource();
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/sources/${source}/import`);
  const people = Array.from({ length: 60_000 }, (_, index) => ({
    code: `${index}`,
    family: 'Дзвінка',
    faculty: index === 59_999 ? 'ФПМ' : 'ФІОТ',
  }));
  const file = csvFile(people);
  const sizes: number[] = [];
  page.on('requestfinished', async (request) => {
    if (!request.url().includes('/sources/columns')) return;
    sizes.push(Number(await request.headerValue('content-length')));
  });
  await chooseFile(page, file);
  await page.getByRole('button', { name: 'Change what the columns mean' }).click();
  await expect(page.getByText('In the file: 0 · 1 · 2')).toBeVisible();
  await page.getByRole('button', { name: 'Groups by “Факультет”' }).click();
  await expect(page.getByText('2 values are new in the table')).toBeVisible();
  await expect.poll(() => sizes.length).toBe(2);
  const [start = 0, whole = 0] = sizes;
  expect(start).toBeLessThanOrEqual(2 * 1024 * 1024);
  expect(whole).toBe(file.buffer.length);
});

test('of two administrators who change a mapping, the second decides what counts', async ({
  page,
  browser,
  complaints,
}) => {
  forgive(complaints, 412);
  const source = addSource();
  await startAdministration(page, 'administrator');
  const other = await secondAdministrator(browser);
  const edit = async (one: Page) => {
    await openConsole(one, `/imports/sources/${source}`);
    await one.getByRole('button', { name: 'Change what the columns mean' }).click();
  };
  const ruleOf = (one: Page) => one.getByRole('textbox', { name: 'Rule' });
  const save = async (one: Page, rule: string) => {
    await ruleOf(one).fill(rule);
    await one.getByRole('button', { name: 'Save the columns' }).click();
  };
  const conflict = page.getByText('Another administrator has changed this meanwhile');

  // the stored ones
  await edit(page);
  await edit(other);
  await save(other, '{family}.{id}');
  await expect(other.getByText('rule {family}.{id}')).toBeVisible();
  await save(page, '{given}.{id}');
  await expect(conflict).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Show the stored ones' }).click();
  await expect(conflict).toHaveCount(0);
  await expect(page.locator('#mapping form')).toBeFocused();
  await expect(ruleOf(page)).toHaveValue('{family}.{id}');

  // the own ones
  await edit(other);
  await save(other, '{family}');
  await expect(other.getByText('rule {family}', { exact: true })).toBeVisible();
  await save(page, '{given}.{id}');
  await expect(conflict).toBeVisible();
  await page.getByRole('button', { name: 'Save mine' }).click();
  await expect(page.getByText('rule {given}.{id}')).toBeVisible();
  await other.context().close();
});

test('the form of a mapping keeps the focus, and leads to what is missing', async ({ page }) => {
  const source = addSource();
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/sources/${source}`);
  await page.getByRole('button', { name: 'Change what the columns mean' }).click();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const save = button('Save the columns');

  // a rule for all, without a group
  await button('The same groups for all').click();
  await expect(button('Add a group')).toBeFocused();
  await save.click();
  await expect(page.getByText('Add at least one group.')).toBeVisible();
  await expect(button('Add a group')).toBeFocused();
  await expect(button('Add a group')).toHaveAccessibleDescription(/Add at least one group\./);
  await expectAccessible(page);
  await button('Remove this rule').click();
  await expect(button('The same groups for all')).toBeFocused();

  // a table without a value, and one whose value is removed
  await button('Groups by a column').click();
  const column = page.getByLabel('Column', { exact: true });
  await expect(column).toBeFocused();
  await column.selectOption('Код');
  await save.click();
  const value = page.getByRole('textbox', { name: 'A value', exact: true });
  await expect(value).toBeFocused();
  await value.fill('1');
  await value.press('Enter');
  await button('Remove the value 1').click();
  await expect(value).toBeFocused();
  await button('Remove this rule').click();
  await expect(button('The same groups for all')).toBeFocused();

  // a new field, the same for all
  await button('Add a field').click();
  const name = page.getByLabel('Name of the field');
  await expect(name).toBeFocused();
  await name.fill('campus');
  await page.getByLabel('Value of the field “campus”').selectOption('fixed');
  await save.click();
  const fixed = page.getByRole('textbox', {
    name: 'Value of the field “campus”: The same for all',
  });
  await expect(fixed).toBeFocused();
  await expect(fixed).toHaveAccessibleDescription(/Give a value\./);
  await button('Remove the field campus').click();
  await expect(button('Add a field')).toBeFocused();
});

test('another import of the source that is not finished is named', async ({ page, complaints }) => {
  forgive(complaints, 409);
  const source = addSource();
  const kinds = ['created', 'changed', 'linked', 'left', 'unchanged', 'rejected', 'waiting'];
  writeToDatabase(
    `insert into imports (id, source, state, is_dry_run, system_user, options, source_version, counts, stops,
      created_at, seen_at, expires_at)
    values (?, ?, 'comparing', 1, 'root', '{}', 1, ?, '[]', ?, ?, ?)`,
    randomUUID(),
    source,
    JSON.stringify(Object.fromEntries(kinds.map((kind) => [kind, 0]))),
    ...[0, 3_600_000, 7_200_000].map((later) => Date.now() + later),
  );
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/sources/${source}/import`);
  await chooseFile(page, csvFile([{ code: someCode(), family: 'Дзвінка' }]));
  await page.getByRole('button', { name: 'Compare, change nothing' }).click();
  await page.getByRole('link', { name: 'See the import that runs' }).click();
  await expect(page.locator('#imports table').getByText('Being compared')).toBeVisible();
});

test('an administrator decides who a person is, and imports again', async ({ page }) => {
  const source = addSource();
  const { username, id } = addUser({ prefix: 'known', email: true, fullName: 'Відома Віра' });
  const code = someCode();
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/sources/${source}/import`);
  await chooseFile(
    page,
    csvFile([{ code, family: 'Відома', given: 'Віра', email: `${username}@campus.example` }]),
  );
  await page.getByRole('button', { name: 'Compare, change nothing' }).click();
  await page.getByRole('button', { name: 'Decide who it is: Відома Віра' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Save the decision' }).click();
  await expect(dialog.getByText('Choose who it is.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'another user' }).check();
  await expect(dialog.getByRole('combobox')).toBeVisible();
  await dialog.getByRole('radio', { name: new RegExp(username) }).check();
  await dialog.getByRole('button', { name: 'Save the decision' }).click();
  await expect(page.getByText('Decided: it is Відома Віра.')).toBeVisible();
  await expect(page.locator('#rows :focus')).toHaveText(
    'Decided: it is Відома Віра. The next import writes it.',
  );
  await page.reload();
  await expect(page.getByText('Decided: it is Відома Віра.')).toBeVisible();
  const links = readFromDatabase(
    'select user_id from source_links where source = ? and external_id = ?',
    source,
    code,
  ) as { user_id: string }[];
  expect(links).toEqual([{ user_id: id }]);
});

test('an operator cannot create a source or import a file', async ({ page }) => {
  const source = addSource();
  await startAdministration(page, 'operator');
  await openConsole(page, `/imports/sources/${source}/import`);
  await expect(page.getByText('Only an administrator imports files')).toBeVisible();
  await openConsole(page, '/imports/sources/new');
  await expect(page.getByText('Your role does not give the right')).toBeVisible();
  await openConsole(page, `/imports/sources/${source}`);
  await expect(page.getByRole('link', { name: 'Import a file' })).toHaveCount(0);
  await expect(page.getByText('rule {given}.{family}.{id}')).toBeVisible();
});

test('the pages are accessible in every width, language and theme', async ({ page }, info) => {
  test.slow();
  const source = addSource();
  await startAdministration(page, 'administrator');
  const looks: [number, Language, 'light' | 'dark'][] = [
    [1280, 'en', 'light'],
    [768, 'uk', 'dark'],
    [390, 'uk', 'light'],
    [390, 'en', 'dark'],
  ];
  const people = [
    { code: someCode(), family: 'Дзвінка' },
    { code: someCode(), family: '=1+1' },
  ];
  const shown = {
    new: async (language: Language) => openConsole(page, '/imports/sources/new', language),
    columns: async (language: Language) => {
      await page.evaluate(() => sessionStorage.clear());
      await openConsole(page, `/imports/sources/${source}/import`, language);
      await page.locator('input[type=file]').setInputFiles(csvFile(people));
      await page.locator('#mapping').getByRole('button').click();
      await page
        .locator('#mapping form')
        .getByRole('button', { name: /Груп|Groups by/ })
        .first()
        .click();
      await expect(page.locator('#mapping form').getByText('ФІОТ', { exact: true })).toBeVisible();
    },
    compared: async (language: Language) => {
      await openConsole(page, `/imports/sources/${source}/import`, language);
      await page.locator('input[type=file]').setInputFiles(csvFile(people));
      await page.locator('#compare').getByRole('button').click();
      await expect(page.locator('#next').getByRole('button')).toBeVisible();
    },
  };
  const { username, id } = addUser({ prefix: 'shown', email: true, fullName: 'Показана Поліна' });
  addLink(source, id);
  const twin = { code: someCode(), family: 'Показана', email: `${username}@campus.example` };
  const more = {
    decision: async (language: Language) => {
      await openConsole(page, `/imports/sources/${addSource()}/import`, language);
      await page.locator('input[type=file]').setInputFiles(csvFile([twin]));
      await page.locator('#compare').getByRole('button').click();
      await page.locator('#rows table').getByRole('button').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
    user: async (language: Language) => {
      await openConsole(page, `/users/${id}`, language);
      await expect(page.locator('#sources')).toContainText('704233');
    },
  };
  for (const [name, open] of Object.entries({ ...shown, ...more }))
    for (const [width, language, colorScheme] of looks) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await open(language);
      await expect(page.getByText(/Loading…|Завантаження…/)).toHaveCount(0);
      await expectNoSideways(page);
      await expectAccessible(page);
      const file = info.outputPath(`${name}-${width}-${language}-${colorScheme}.png`);
      if (process.env['PICTURES']) await page.screenshot({ path: file, fullPage: true });
    }
});
