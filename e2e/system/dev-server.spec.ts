// The development server: it serves the component page, and React runs every effect twice.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bramaUrl, test as common, expect } from '../support/brama.ts';
import { handOver } from '../support/google-chooser.ts';
import { freePort, root } from '../support/processes.ts';

type DevServer = { url: string; stop(): Promise<void> };

/** Resolves once it listens; rejects with what it printed when it ends before. */
async function startDevServer(): Promise<DevServer> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'packages/web', '--configLoader', 'native'],
    {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        NODE_ENV: 'development',
        BRAMA_BACKEND: bramaUrl(),
      },
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

const test = common.extend<object, { devServer: string }>({
  devServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures here
    async ({}, use) => {
      const server = await startDevServer();
      await use(server.url);
      await server.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

test.describe('the development server', { tag: '@release' }, () => {
  test.describe.configure({ mode: 'default' });

  test('shows the component page in the requested language and theme', async ({
    page,
    devServer,
  }) => {
    await page.goto(`${devServer}/components?lang=en&theme=dark`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: 'Show success' }).click();
    await expect(page.locator('[data-sonner-toast]')).toBeVisible();
  });

  test('submits the response of Google once, although every effect runs twice', async ({
    page,
    devServer,
  }) => {
    const asked: string[] = [];
    await page.route(handOver, (route) => {
      asked.push(new URL(route.request().url()).search);
      return route.fulfill({ json: {} });
    });
    await page.route(/\/uk\/apps$/, (route) => route.fulfill({ body: 'apps' }));
    const left: string[] = [];
    page.on('framenavigated', (frame) => left.push(new URL(frame.url()).pathname));
    await page.goto(`${devServer}/google-auth?code=c&state=s`);
    await page.waitForURL('**/uk/apps');
    expect(asked).toEqual(['?code=c&state=s']);
    expect(left.filter((path) => path === '/uk/apps')).toHaveLength(1);
  });

  test('shows the page after Google among the fixtures, without a response that would end it', async ({
    page,
    devServer,
  }) => {
    await page.goto(`${devServer}/en/pages/google-auth/sample`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page).toHaveURL(`${devServer}/en/pages/google-auth/sample`);
  });

  test('removes the ticket of the sandbox from the address', async ({ page, devServer }) => {
    const asked: string[] = [];
    await page.route('**/api/sandbox/ticket', (route) => {
      asked.push(route.request().postData() ?? '');
      return route.fulfill({ json: { id: 't', data: { NAME: 'Олена' } } });
    });
    await page.goto(`${devServer}/uk/button-wizard/received?ticketId=t&state=s`);
    await expect(page.getByRole('status').getByText('Олена')).toBeVisible();
    await expect(page).toHaveURL(`${devServer}/uk/button-wizard/received`);
    expect(asked).toEqual(['{"ticketId":"t"}']);
  });

  test('shows the real button in the wizard and proxies the files of applications to the server', async ({
    page,
    request,
    devServer,
  }) => {
    await page.goto(`${devServer}/en/button-wizard?size=small`);
    await expect(page.locator('#kpi_id_signin a[part=button]')).toHaveCSS('min-height', '32px');
    async function answer(origin: string, path: string) {
      const response = await request.get(`${origin}${path}`);
      return [response.status(), response.headers()['content-type']];
    }
    for (const path of [
      '/kpi-id-signin.js',
      '/kpi-id-signin.mjs',
      '/v1/kpi-id-signin.js',
      '/button.svg?size=small',
      '/integration_manual.pdf',
      '/integration_manual_en.pdf',
      '/.well-known/openid-configuration',
      '/oidc/jwks',
    ])
      expect(await answer(devServer, path), path).toEqual(await answer(bramaUrl(), path));
  });
});
