// The development server: the one place where whoever works on components finds their page.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from './brama.ts';
import { freePort, root } from './processes.ts';

type DevServer = { url: string; stop(): Promise<void> };

/** Resolves once it listens; rejects with what it printed when it ends before. */
async function startDevServer(): Promise<DevServer> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'packages/web', '--configLoader', 'native'],
    {
      cwd: root,
      env: { ...process.env, PORT: String(port), NODE_ENV: 'development' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => {
        printed += chunk;
        if (printed.includes('ready in')) resolve();
      });
    child.once('exit', (code) => reject(new Error(`ended with ${code}: ${printed}`)));
  });
  return {
    url: `http://localhost:${port}`,
    stop() {
      child.kill();
      return exited;
    },
  };
}

test('it shows the component page, in the language and theme asked for', async ({ page }) => {
  const server = await startDevServer();
  try {
    await page.goto(`${server.url}/components?lang=en&theme=dark`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Show success' }).click();
    await expect(page.locator('[data-sonner-toast]')).toBeVisible();
  } finally {
    await server.stop();
  }
});
