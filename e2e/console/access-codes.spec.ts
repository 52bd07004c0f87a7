// Temporary access codes for new users of an import: the numbers on its page, the sheet on screen and paper, and who may make it.

import { randomUUID } from 'node:crypto';
import { addUser } from '../support/administration.ts';
import {
  expect,
  expectAccessible,
  expectNoSideways,
  type Language,
  test,
  writeToDatabase,
} from '../support/brama.ts';
import { openConsole, startAdministration } from '../support/console.ts';

const groups = ['students.fpm', 'students.ipsa'];

type Person = { fullName: string; group?: string; studyGroup?: string; role?: true };

/** Adds a written import with these new users, who cannot sign in yet. Returns its id. */
function addImport(people: readonly Person[]): string {
  const source = `source-${randomUUID()}`;
  const id = randomUUID();
  const at = Date.now();
  writeToDatabase(
    `insert into sources (name, title, kind, position, settings, version, created_at, updated_at)
    values (?, null, 'file', 10, '{"grace":{},"limits":{}}', 1, ?, ?)`,
    source,
    at,
    at,
  );
  const kinds = ['changed', 'linked', 'left', 'unchanged', 'rejected', 'waiting'];
  const counts = { created: people.length, ...Object.fromEntries(kinds.map((one) => [one, 0])) };
  writeToDatabase(
    `insert into imports (id, source, state, is_dry_run, system_user, file_name, mapping, options, source_version, counts, stops,
      created_at, seen_at, finished_at, expires_at)
    values (?, ?, 'done', 0, 'root', 'students.csv', '{"newUsers":"codes"}', '{}', 1, ?, '[]', ?, ?, ?, ?)`,
    id,
    source,
    JSON.stringify(counts),
    at,
    at,
    at,
    at + 3_600_000,
  );
  for (const [
    position,
    { fullName, group = groups[0] as string, studyGroup, role },
  ] of people.entries()) {
    const user = addUser({ prefix: 'new', fullName, groups: [group] });
    writeToDatabase('update users set password_hash = null where id = ?', user.id);
    if (studyGroup)
      writeToDatabase(
        'update users set data = ? where id = ?',
        JSON.stringify({ studyGroup }),
        user.id,
      );
    if (role)
      writeToDatabase(
        `insert into user_roles (user_id, role, granted_at) values (?, 'auditor', ?)`,
        user.id,
        at,
      );
    writeToDatabase(
      `insert into source_links (source, external_id, user_id, state, digest, facts, memberships, updated_at)
      values (?, ?, ?, 'present', '', '{}', '[]', ?)`,
      source,
      `${position}`,
      user.id,
      at,
    );
    writeToDatabase(
      `insert into import_rows (import_id, position, line, external_id, user_id, username, kind)
      values (?, ?, ?, ?, ?, ?, 'created')`,
      id,
      position,
      position + 2,
      `${position}`,
      user.id,
      user.username,
    );
  }
  return id;
}

const people = [
  { fullName: 'Бондаренко Софія Андріївна' },
  { fullName: 'Ґалаґан Юрій Олексійович' },
  { fullName: 'Шевченко Тарас Григорович', group: groups[1] as string, studyGroup: 'ІП-31' },
];

test('support makes a sheet of codes, which let their users in', { tag: '@journey' }, async ({
  page,
  browser,
}) => {
  const id = addImport([...people, { fullName: 'Рольова Раїса Романівна', role: true }]);
  await startAdministration(page, 'operator');
  await openConsole(page, `/imports/${id}`);
  const section = page.locator('#new-users');
  await expect(section.getByText('New users get temporary access codes, until')).toBeVisible();
  await section.getByRole('link', { name: 'Make a sheet of codes' }).click();
  const main = page.getByRole('main');
  await main.getByLabel('Hours for which the codes are valid').fill('200');
  await main.getByRole('button', { name: 'Create the codes' }).click();
  await expect(main.getByText('Give a whole number from 1 to 168.')).toBeVisible();
  await main.getByLabel('Hours for which the codes are valid').fill('48');
  await main.getByRole('button', { name: 'Create the codes' }).click();
  await expect(main.getByText('The codes are shown only once')).toBeVisible();
  await expect(main.getByText('3 people are on the sheet.')).toBeVisible();
  await expect(main.getByRole('link', { name: /Рольова Раїса/ })).toBeVisible();
  const slip = main.getByRole('listitem').filter({ hasText: 'Шевченко Тарас' });
  await expect(main.getByRole('region', { name: groups[1] as string })).toContainText('Шевченко');
  await expect(slip).toContainText('ІП-31');
  const [username = '', code = ''] = await slip.locator('dd').allTextContents();

  // the user enters it at the address of the slip
  const address = (await slip.locator('dd').last().textContent()) ?? '';
  expect(address).toBe(`${new URL(page.url()).host}/recovery/access-code`);
  const context = await browser.newContext();
  const own = await context.newPage();
  await own.goto(`${new URL(page.url()).protocol}//${address}`);
  await own.getByLabel('Логін').fill(username);
  await own.getByLabel('Код').fill(code);
  await expect(own).toHaveURL(/\/uk\/recovery\/set-up$/);
  await context.close();

  // nothing shows the codes again
  const stored = await page.evaluate(() =>
    JSON.stringify([{ ...sessionStorage }, { ...localStorage }]),
  );
  expect(stored).not.toContain(code);
  page.on('dialog', (dialog) => dialog.accept());
  await openConsole(page, `/imports/${id}/access-codes`);
  await expect(page.getByRole('button', { name: 'Create the codes' })).toBeVisible();
  await expect(page.getByText(code)).toHaveCount(0);
});

test('codes that are shown are not lost without a question', async ({ page }) => {
  const id = addImport(people);
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/${id}`);
  await page.getByRole('link', { name: 'Make a sheet of codes' }).click();
  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/access-codes', async (route) => {
    await isAnswered;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Create the codes' }).click();
  await page.getByRole('link', { name: 'To the import' }).click();
  await expect(page.getByRole('dialog', { name: 'Leave while the codes' })).toBeVisible();
  await page.keyboard.press('Escape');
  answer();
  const heading = page.getByRole('heading', { level: 1 });
  const codes = page.getByRole('region', { name: groups[0] as string });
  await expect(codes).toBeVisible();
  const question = page.getByRole('dialog', { name: 'Have you printed the codes?' });
  const leaves = [
    () => page.getByRole('link', { name: 'To the import' }).click(),
    () => page.getByRole('link', { name: 'Groups', exact: true }).click(),
    () => page.evaluate(() => history.back()),
    () => page.getByRole('button', { name: 'Create more codes' }).click(),
  ];
  for (const leave of leaves) {
    await leave();
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(codes).toBeVisible();
  }
  const [asked] = await Promise.all([
    page.waitForEvent('dialog'),
    page.evaluate(() => void setTimeout(() => location.reload())),
  ]);
  expect(asked.type()).toBe('beforeunload');
  await asked.dismiss();
  await expect(codes).toBeVisible();

  await page.getByRole('button', { name: 'Create more codes' }).click();
  await question.getByRole('button', { name: 'Create more codes' }).click();
  await expect(codes).toBeHidden();
  await expect(heading).toBeFocused();
  // without codes, no question
  await page.getByRole('link', { name: 'To the import' }).click();
  await expect(page).toHaveURL(new RegExp(`${id}$`));
});

test('who leaves the page with codes gets where they went', async ({ page }) => {
  const id = addImport(people);
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/${id}/access-codes`);
  await page.getByRole('button', { name: 'Create the codes' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.getByRole('link', { name: 'To the import' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave the page' }).click();
  await expect(page).toHaveURL(new RegExp(`${id}$`));
  await expect(page.locator('#new-users')).toBeVisible();
});

test('a sheet of one group', async ({ page }) => {
  const id = addImport(people);
  await startAdministration(page, 'administrator');
  await openConsole(page, `/imports/${id}/access-codes`);
  await page.getByLabel('Group').selectOption({ label: `${groups[1]}: 1` });
  await page.getByRole('button', { name: 'Create the codes' }).click();
  await expect(page.getByText('1 person is on the sheet.')).toBeVisible();
  await page.getByRole('button', { name: 'Create more codes' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create more codes' }).click();
  const none = `${groups[1]}: 0 (have a code: 1)`;
  await page.getByLabel('Group').selectOption({ label: none });
  await page.getByRole('button', { name: 'Create the codes' }).click();
  await expect(page.getByText('There are no new users who need a code')).toBeVisible();
});

test('an auditor sees the numbers, and makes no codes', async ({ page }) => {
  const id = addImport(people);
  await startAdministration(page, 'auditor');
  await openConsole(page, `/imports/${id}`);
  await expect(page.locator('#new-users')).toContainText('No way to sign in yet');
  await expect(page.getByRole('link', { name: 'Make a sheet of codes' })).toHaveCount(0);
  await openConsole(page, `/imports/${id}/access-codes`);
  await expect(page.getByText('Support or an administrator creates codes.')).toBeVisible();
});

test('the sheet is accessible in every width, language and theme, and fits on paper', async ({
  page,
}, info) => {
  test.slow();
  const many = Array.from({ length: 26 }, (_, index) => ({
    fullName: `Студентка Номер ${index} Довгопрізвищенко-Кульбабенківська`,
    group: groups[index % 2] as string,
    studyGroup: `ІП-3${index % 3}`,
  }));
  const id = addImport(many);
  await startAdministration(page, 'administrator');
  page.on('dialog', (dialog) => dialog.accept());
  const looks: [number, Language, 'light' | 'dark'][] = [
    [1280, 'en', 'light'],
    [768, 'uk', 'dark'],
    [390, 'uk', 'light'],
    [390, 'en', 'dark'],
  ];
  for (const [width, language, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    const look = async (name: string) => {
      await expect(page.getByText(/Loading…|Завантаження…/)).toHaveCount(0);
      await expectNoSideways(page);
      await expectAccessible(page);
      const file = info.outputPath(`${name}-${width}-${language}-${colorScheme}.png`);
      if (process.env['PICTURES']) await page.screenshot({ path: file, fullPage: true });
    };
    await openConsole(page, `/imports/${id}`, language);
    await expect(page.locator('#new-users dl')).toBeVisible();
    await look('import');
    await openConsole(page, `/imports/${id}/access-codes`, language);
    await look('form');
    await page.getByRole('checkbox').check();
    await page.getByRole('button', { name: /Create the codes|Створити коди/ }).click();
    await expect(page.getByRole('region', { name: groups[1] as string })).toBeVisible();
    await look('sheet');
  }
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button')).toHaveCount(0);
  const file = info.outputPath('sheet.pdf');
  const pdf = await page.pdf({
    format: 'A4',
    margin: { top: '12mm', bottom: '12mm', left: '12mm', right: '12mm' },
    ...(process.env['PICTURES'] && { path: file }),
  });
  // each of the three study groups of a group begins a page
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(6);
});
