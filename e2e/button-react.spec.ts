// The button in React applications of others, in StrictMode: what the wizard gives to copy, and our own component as it is
// packed for others.

/// <reference lib="dom" />

import { spawnSync } from 'node:child_process';
import type { Page } from '@playwright/test';
import { bramaUrl, expect, test, wordsOf } from './brama.ts';
import { openHost } from './host-page.ts';
import { root } from './processes.ts';

const appId = '3d1488ae-128e-4655-8ca2-1ef554379335';
const caption = '"Sign" {in} & <go> `on` 👩‍🎓';

/** Draws what `page.tsx` exports as `Application`, with a button that takes it away and brings it back. */
const start = `
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Application } from './page';
function Host() {
  const [shown, setShown] = useState(true);
  const [turn, setTurn] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setShown(!shown)}>toggle</button>
      <button type="button" onClick={() => setTurn(turn + 1)}>again</button>
      {shown ? <Application turn={turn} /> : null}
    </>
  );
}
createRoot(document.getElementById('root')!).render(<StrictMode><Host /></StrictMode>);
`;

function bundle(files: Record<string, string>): string {
  const built = spawnSync(process.execPath, ['packages/signin-button/react-page.ts'], {
    cwd: root,
    encoding: 'utf8',
    input: JSON.stringify({ 'start.tsx': start, ...files }),
    maxBuffer: 16 * 1024 * 1024,
  });
  if (built.status !== 0) throw new Error(`${built.stdout}${built.stderr}`);
  return built.stdout;
}

async function openApplication(page: Page, files: Record<string, string>) {
  const content = bundle(files);
  await openHost(page, { body: '<div id="root"></div>' });
  await page.addScriptTag({ content });
}

const button = (page: Page) => page.locator('a[part=button]');

test('what is copied from the wizard', async ({ page }) => {
  const query = new URLSearchParams({ appId, caption, size: 'small' });
  await page.goto(`/en/button-wizard?${query}`);
  await expect(button(page)).toHaveText(caption);
  const { integration } = await wordsOf(page, 'en', 'button-wizard');
  const code = (label: string) =>
    page.getByRole('group', { name: label, includeHidden: true }).textContent();
  await openApplication(page, {
    'page.tsx': `import { SignInButton } from './sign-in-button';
      export const Application = ({ turn }: { turn: number }) => <div key={turn}><SignInButton /></div>;`,
    'sign-in-button.tsx': `${await code(integration.react.component)}`,
    'use-kpi-id-signin.ts': `${await code(integration.react.hook)}`,
  });
  await expect(button(page)).toHaveText(caption);
  await expect(button(page)).toHaveAttribute('href', `${bramaUrl()}/?appId=${appId}`);
  await expect(button(page)).toHaveCSS('min-height', '32px');
  for (const name of ['again', 'toggle', 'toggle'])
    await page.getByRole('button', { name }).click();
  await expect(button(page)).toHaveText(caption);
  await expect(page.locator('script[src*="kpi-id-signin"]')).toHaveCount(1);
});

test('our component: two of them, brought up to date as their props change', async ({ page }) => {
  await openApplication(page, {
    'page.tsx': `import { KpiIdSignin } from '@brama/signin-button/react';
      const brama = { appId: '${appId}', baseUrl: '${bramaUrl()}' };
      export const Application = ({ turn }: { turn: number }) => (
        <>
          <KpiIdSignin {...brama} caption={'Turn ' + turn} />
          <KpiIdSignin {...brama} color={turn === 0 ? 'brand' : 'outline'} locale="en" />
        </>
      );`,
  });
  await expect(button(page)).toHaveText(['Turn 0', 'Sign in with Brama']);
  await page.getByRole('button', { name: 'again' }).click();
  await expect(button(page)).toHaveText(['Turn 1', 'Sign in with Brama']);
  await expect(button(page).last()).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  for (const name of ['toggle', 'toggle']) await page.getByRole('button', { name }).click();
  await expect(button(page)).toHaveText(['Turn 1', 'Sign in with Brama']);
  await expect(page.locator('script[src*="kpi-id-signin"]')).toHaveCount(1);
});
