// A new installation: the page of set-up opens by a code, works without JavaScript, and the product starts after it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { serverScript } from '../../scripts/children.ts';
import { folderInMemory } from '../../scripts/environment/memory-folder.ts';
import {
  expect,
  expectAccessible,
  expectAccessibleWithoutScripts,
  forgive,
  takenOver,
  test,
  wordsOf,
} from '../support/brama.ts';
import { freePort, root, runCommand } from '../support/processes.ts';
import { inEveryWay } from '../support/ways.ts';

const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4"/></svg>',
);

/** Prints a code and starts a server that has no settings. */
async function startNew() {
  const dataDir = mkdtempSync(join(folderInMemory(), 'brama-e2e-setup-'));
  const [code = ''] = (await runCommand(dataDir, ['setup', 'code'])).split('\n');
  const port = await freePort();
  const server = spawn(process.execPath, [serverScript, 'serve'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, PORT: `${port}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    server.stdout.on('data', (chunk) => {
      printed += chunk;
      if (printed.includes('the page of set-up is open')) resolve();
    });
    server.once('exit', (status) => reject(new Error(`ended with ${status}: ${printed}`)));
  });
  return {
    url: `http://localhost:${port}`,
    code,
    printed: () => printed,
    async stop() {
      const ended = once(server, 'exit');
      server.kill();
      await ended;
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

inEveryWay(({ language, javaScriptEnabled }) => {
  const checkAccessible = (page: Page) =>
    javaScriptEnabled ? expectAccessible(page) : expectAccessibleWithoutScripts(page);

  test('a new installation is set up from the code to the first administrator', async ({
    page,
    complaints,
  }) => {
    const { url, code, printed, stop } = await startNew();
    const words = await wordsOf(page, language, 'setup');
    const field = (name: string) => page.getByLabel(words.fields[name], { exact: true });
    const send = async (name: string) => page.getByRole('button', { name }).click();
    // Chromium prints the status of a refused form
    forgive(complaints, 403);
    forgive(complaints, 422);

    await page.goto(`${url}/${language}/setup`);
    await checkAccessible(page);
    const codeField = page.getByLabel(words['setup-code'].label);
    await codeField.fill('0'.repeat(32));
    await send(words['setup-code'].action);
    await expect(page.getByRole('alert')).toContainText('brama setup code');
    await codeField.fill(code);
    await send(words['setup-code'].action);

    await expect(page).toHaveURL(`${url}/${language}/setup/form`);
    await expect(page.getByText(url)).toBeVisible();
    await checkAccessible(page);
    const answers = {
      organisationUk: 'Народний університет',
      organisationEn: 'People’s University',
      username: 'first admin',
      fullName: 'Перша Людина',
      email: 'first@campus.example',
    };
    for (const [name, answer] of Object.entries(answers)) await field(name).fill(answer);
    await send(words['setup-form'].action);
    await expect(page.getByRole('alert')).toContainText(words.wrong.username);
    await expect(field('fullName')).toHaveValue('Перша Людина');
    await field('username').fill('first');
    // browsers do not keep the file of a refused form
    await field('logoFile').setInputFiles({
      name: 'logo.svg',
      mimeType: 'image/svg+xml',
      buffer: logo,
    });
    await send(words['setup-form'].action);

    await expect(page.getByRole('heading', { level: 1 })).toHaveText(words['setup-done'].title);
    await checkAccessible(page);
    const accessCode = (await page.getByText(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/).textContent()) ?? '';
    expect(printed()).not.toContain(accessCode);
    expect(printed()).not.toContain(code);
    // the product has taken the place of the page
    await expect.poll(printed).toContain('"msg":"ready"');
    await expect(async () =>
      expect((await page.request.get(`${url}/${language}/setup`)).status()).toBe(404),
    ).toPass();

    await page.getByRole('link', { name: words['setup-done'].action }).click();
    await expect(page.locator('img[src^="/assets/organisation-"]').first()).toBeAttached();
    const recovery = (await wordsOf(page, language, 'recovery'))['recovery-access-code'];
    if (javaScriptEnabled) await takenOver(page);
    await page.getByLabel(recovery.username).fill('first');
    await page.getByLabel(recovery.label).fill(accessCode);
    // with JavaScript a complete code is sent by itself
    if (!javaScriptEnabled) await send(recovery.action);
    await expect(page).toHaveURL(`${url}/${language}/recovery/set-up`);
    await stop();
  });
});
