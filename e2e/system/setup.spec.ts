// A new installation: the page of set-up opens by a code, works without JavaScript, and the product starts after it.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { serverScript } from '../../scripts/children.ts';
import { folderInMemory } from '../../scripts/environment/memory-folder.ts';
import { axeFindingsOf, expect, languages, test, wordsOf } from '../support/brama.ts';
import { freePort, root, runCommand } from '../support/processes.ts';

type Installation = { url: string; code: string };

const own = test.extend<{ installation: Installation }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
  installation: async ({}, use) => {
    const dataDir = mkdtempSync(join(folderInMemory(), 'brama-e2e-setup-'));
    const [code = ''] = (await runCommand(dataDir, ['setup', 'code'])).split('\n');
    const port = await freePort();
    const env = { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, PORT: `${port}` };
    const server: ChildProcess = spawn(process.execPath, [serverScript, 'serve'], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise<void>((resolve, reject) => {
      server.stdout?.on('data', (chunk) => `${chunk}`.includes('is open') && resolve());
      server.once('exit', (status) => reject(new Error(`ended with ${status}`)));
    });
    await use({ url: `http://localhost:${port}`, code });
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill();
    await ended;
    rmSync(dataDir, { recursive: true, force: true });
  },
});

for (const language of languages)
  for (const javaScriptEnabled of [true, false])
    own.describe(
      `set-up, ${language}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`,
      () => {
        own.use({ javaScriptEnabled });
        own('from the code to the first administrator', async ({ page, installation }) => {
          const { url, code } = installation;
          const words = wordsOf(language, 'setup');
          await page.goto(`${url}/${language}/setup`);
          if (javaScriptEnabled) expect(await axeFindingsOf(page)).toEqual([]);
          await page.getByLabel(words['setup-code'].label).fill('0'.repeat(32));
          await page.getByRole('button', { name: words['setup-code'].action }).click();
          await expect(page.getByRole('alert')).toContainText('brama setup code');
          await page.getByLabel(words['setup-code'].label).fill(code);
          await page.getByRole('button', { name: words['setup-code'].action }).click();
          await expect(page.getByText(url)).toBeVisible();
          if (javaScriptEnabled) expect(await axeFindingsOf(page)).toEqual([]);
          const fill = (field: keyof typeof words.fields, value: string) =>
            page.getByLabel(words.fields[field], { exact: true }).fill(value);
          await fill('organisationUk', 'Народний університет');
          await fill('organisationEn', 'People’s University');
          await fill('username', 'first admin');
          await fill('fullName', 'Перша Людина');
          await fill('email', 'first@campus.example');
          await page.getByRole('button', { name: words['setup-form'].action }).click();
          await expect(page.getByRole('alert')).toContainText(words.wrong.username);
          await expect(page.getByLabel(words.fields.fullName, { exact: true })).toHaveValue(
            'Перша Людина',
          );
          await fill('username', 'first');
          await page.getByRole('button', { name: words['setup-form'].action }).click();
          await expect(page.getByRole('heading', { level: 1 })).toHaveText(
            words['setup-done'].title,
          );
          if (javaScriptEnabled) expect(await axeFindingsOf(page)).toEqual([]);
          const accessCode =
            (await page.getByText(/^[2-9A-Z]{5}-[2-9A-Z]{5}$/).textContent()) ?? '';
          await expect(async () => {
            expect((await page.request.get(`${url}/readyz`)).status()).toBe(200);
            expect((await page.request.get(`${url}/${language}/setup`)).status()).toBe(404);
          }).toPass();
          await page.getByRole('link', { name: words['setup-done'].action }).click();
          const recovery = wordsOf(language, 'recovery');
          await page.getByLabel(recovery['recovery-access-code'].username).fill('first');
          await page.getByLabel(recovery['recovery-access-code'].label).fill(accessCode);
          // with JavaScript a complete code is sent by itself
          if (!javaScriptEnabled)
            await page
              .getByRole('button', { name: recovery['recovery-access-code'].action })
              .click();
          await expect(page).toHaveURL(`${url}/${language}/recovery/set-up`);
        });
      },
    );
