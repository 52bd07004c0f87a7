// Opens the console as one of the users of the demo who have a role.

import { administrators } from '@brama/simulators/administrators';
import type { Page } from '@playwright/test';
import { expect, type Language, pretendFactor, startSession } from './brama.ts';

type Role = 'administrator' | 'operator' | 'application-owner' | 'auditor';

/** Returns the username of the demo's user with this role alone. */
export function demoUserWith(role: Role): string {
  const found = administrators.find(({ roles }) => roles.length === 1 && roles.includes(role));
  if (!found) throw new Error(`the demo has no ${role}`);
  return found.username;
}

/** Starts a session of a user with this role, by default one in which two factors have been shown. */
export const startAdministration = (page: Page, role: Role, options?: { isStrong?: boolean }) =>
  startAdministrationOf(page, demoUserWith(role), options);

/** Starts a session of a user who has a role. */
export async function startAdministrationOf(
  page: Page,
  username: string,
  { isStrong = true } = {},
) {
  await startSession(page, username);
  await page.goto('/en/apps');
  // users with a role are asked to set up two-step verification
  const later = page.getByRole('button', { name: 'Not now', exact: true });
  await expect(async () => {
    if (await later.isVisible()) await later.click();
    expect(new URL(page.url()).pathname).toBe('/en/apps');
  }).toPass();
  if (isStrong) await pretendFactor(page);
}

/** Opens a page of the console, and waits for its title. `path` begins with `/`, or is empty. */
export async function openConsole(page: Page, path = '', language: Language = 'en') {
  await page.goto(`/${language}/admin${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}
