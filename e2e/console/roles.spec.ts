// Each role sees what it may do; a typed address of another area says why it shows nothing.

import { addUser } from '../support/administration.ts';
import { expect, test } from '../support/brama.ts';
import { openConsole, startAdministration } from '../support/console.ts';

const areas = {
  Users: '/users',
  Groups: '/groups',
  Applications: '/applications',
  'Self-registrations': '/registrations',
  Events: '/events',
  'Sign-in statistics': '/statistics',
  Approvals: '/approvals',
  Roles: '/roles',
  'API tokens': '/tokens',
  'Signing keys': '/keys',
  'System status': '/status',
  'Server settings': '/settings',
} as const;

type Area = keyof typeof areas;
const all = Object.keys(areas) as Area[];

const own: Record<Parameters<typeof startAdministration>[1], readonly Area[]> = {
  administrator: all,
  operator: ['Users', 'Groups', 'Applications', 'Events', 'Sign-in statistics', 'API tokens'],
  'application-owner': ['Groups', 'Applications', 'Events', 'API tokens'],
  auditor: all,
};

/** Pages below the areas, and who may open them. */
const pages = [
  ['/users/new', ['administrator', 'operator']],
  ['/bulk', ['administrator', 'operator', 'auditor']],
  ['/bulk/new', ['administrator', 'operator']],
  ['/groups/new', ['administrator']],
  ['/applications/new', ['administrator']],
  ['/tokens/new', ['administrator', 'operator', 'application-owner', 'auditor']],
] as const;

for (const [role, allowed] of Object.entries(own) as [keyof typeof own, readonly Area[]][])
  test(`what a user with the role ${role} sees`, async ({ page }) => {
    test.slow();
    const user = addUser({ prefix: `seen-by-${role}` });
    await startAdministration(page, role);
    await openConsole(page);
    for (const area of all)
      await expect(page.getByRole('link', { name: area, exact: true })).toHaveCount(
        allowed.includes(area) ? 1 : 0,
      );
    const refused = page.getByText('Your role does not give the right to do this');
    const typed: [path: string, mayOpen: boolean][] = [
      ...all.map((area): [string, boolean] => [areas[area], allowed.includes(area)]),
      ...pages.map(([path, roles]): [string, boolean] => [path, roles.some((one) => one === role)]),
      [`/users/${user.id}`, allowed.includes('Users')],
      [`/users/${user.id}/view`, allowed.includes('Users')],
    ];
    for (const [path, mayOpen] of typed) {
      await openConsole(page, path);
      await expect(page.getByText('Loading…')).toHaveCount(0);
      expect([path, (await refused.count()) > 0]).toEqual([path, !mayOpen]);
    }
  });

test('an auditor can change nothing', async ({ page }) => {
  await startAdministration(page, 'auditor');
  await openConsole(page, '/users?q=shevchenko');
  await expect(page.getByRole('link', { name: 'Create a user' })).toHaveCount(0);
  await page.getByRole('rowheader').getByRole('link').first().click();
  await expect(page.getByText('Nothing prevents the sign-in')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Roles' })).toBeVisible();
  const buttons = page.locator('main').getByRole('button');
  await expect(buttons).toHaveText(['Check again']);
});
