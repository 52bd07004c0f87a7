// The button in third-party React applications, in StrictMode: the code of the wizard, and our own component as it is packed.

/// <reference lib="dom" />

import { spawnSync } from 'node:child_process';
import type { Page, Route } from '@playwright/test';
import { bramaUrl, expect, forgive, test, wordsOf } from '../support/brama.ts';
import { openHost } from '../support/host-page.ts';
import { root } from '../support/processes.ts';

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

/** Under Trusted Types, with the one policy that the button asks for. */
async function openApplication(page: Page, files: Record<string, string>) {
  const code = bundle(files).replaceAll('</script', '<\\/script');
  await openHost(page, {
    body: `<div id="root"></div><script>${code}</script>`,
    policy: "require-trusted-types-for 'script'; trusted-types kpi-id-signin",
    // the script of the button is held
    isLoading: true,
  });
}

const button = (page: Page) => page.locator('a[part=button]');
const again = (page: Page) => page.getByRole('button', { name: 'again' }).click();

/** Holds requests for the script until the test responds to them. */
async function holdScript(page: Page) {
  const asked: Route[] = [];
  await page.route('**/kpi-id-signin.js', (route) => void asked.push(route));
  return async (answer: 'abort' | 'continue') => {
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    await asked.shift()?.[answer]();
  };
}

test('the code copied from the wizard works', async ({ page, complaints }) => {
  forgive(complaints, 'ERR_FAILED');
  const query = new URLSearchParams({ appId, caption, size: 'small' });
  await page.goto(`/en/button-wizard?${query}`);
  await expect(button(page)).toHaveText(caption);
  const { integration } = await wordsOf(page, 'en', 'button-wizard');
  const code = (label: string) =>
    page.getByRole('group', { name: label, includeHidden: true }).textContent();
  const release = await holdScript(page);
  await openApplication(page, {
    'page.tsx': `import { SignInButton } from './sign-in-button';
      import { useKpiIdSignin } from './use-kpi-id-signin';
      const Place = () => <><SignInButton /><output>{useKpiIdSignin()}</output></>;
      export const Application = ({ turn }: { turn: number }) => <Place key={turn} />;`,
    'sign-in-button.tsx': `${await code(integration.react.component)}`,
    'use-kpi-id-signin.ts': `${await code(integration.react.hook)}`,
  });
  const status = page.locator('output');
  await expect(status).toHaveText('loading');
  await release('abort');
  await expect(status).toHaveText('failed');
  await expect(page.getByRole('link', { name: caption, exact: true })).toBeVisible();
  await again(page);
  await expect(status).toHaveText('loading');
  await release('continue');
  await expect(status).toHaveText('ready');
  await expect(button(page)).toHaveText(caption);
  await expect(button(page)).toHaveAttribute('href', `${bramaUrl()}/?appId=${appId}`);
  await expect(button(page)).toHaveCSS('min-height', '32px');
  for (const name of ['again', 'toggle', 'toggle'])
    await page.getByRole('button', { name }).click();
  await expect(button(page)).toHaveText(caption);
  await expect(page.locator('script[src*="kpi-id-signin"]')).toHaveCount(1);
});

test('two components follow their props and handle a late or blocked script', async ({
  page,
  complaints,
}) => {
  forgive(complaints, 'ERR_FAILED');
  forgive(complaints, '[KPI ID] this page has the button of');
  const release = await holdScript(page);
  await openApplication(page, {
    'page.tsx': `import { KpiIdSignin, useKpiIdSignin } from '@brama/signin-button/react';
      const brama = { appId: '${appId}', baseUrl: '${bramaUrl()}' };
      const Status = () => <output>{useKpiIdSignin(brama.baseUrl)}</output>;
      export const Application = ({ turn }: { turn: number }) => (
        <>
          <Status key={turn} />
          <KpiIdSignin {...brama} caption={'Turn ' + turn} key={'first' + (turn > 0)} />
          <KpiIdSignin
            {...brama}
            baseUrl={turn === 2 ? 'https://other.example' : brama.baseUrl}
            color={turn === 0 ? 'brand' : 'outline'}
            key={'second' + (turn > 0)}
            locale="en"
            target="_blank"
          />
          <KpiIdSignin {...brama} baseUrl="https://other.example" caption="Other" />
        </>
      );`,
  });
  const status = page.locator('output');
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await expect(status).toHaveText('loading');
  await release('abort');
  await expect(status).toHaveText('failed');
  await expect(link('Turn 0')).toHaveAttribute('href', `${bramaUrl()}/?appId=${appId}`);

  await again(page);
  await expect(status).toHaveText('loading');
  await release('continue');
  await expect(status).toHaveText('ready');
  await expect(button(page)).toHaveText(['Turn 1', 'Sign in with Brama']);
  await expect(button(page).last()).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await expect(button(page).last()).toHaveAttribute('target', '_blank');
  // one page, one Brama: that of another stays a link, and leads where it says
  const other = `https://other.example/?appId=${appId}`;
  await expect(link('Other')).toHaveAttribute('href', other);
  await again(page);
  await expect(button(page)).toHaveText(['Turn 2']);
  await expect(link('Sign in with Brama')).toHaveAttribute(
    'href',
    `https://other.example/en/?appId=${appId}`,
  );
  await again(page);
  for (const name of ['toggle', 'toggle']) await page.getByRole('button', { name }).click();
  await expect(button(page)).toHaveText(['Turn 3', 'Sign in with Brama']);
  await expect(page.locator('script[src*="kpi-id-signin"]')).toHaveCount(1);
});
