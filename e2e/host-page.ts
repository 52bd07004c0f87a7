// A page of somebody else, on an origin of its own.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

type HostPage = { body: string; head?: string; policy?: string };

/** Opens a page of another origin. */
export async function openHost(page: Page, { body, head = '', policy }: HostPage) {
  const server = createServer((_request, response) => {
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(policy !== undefined && { 'content-security-policy': policy }),
    });
    response.end(
      `<!doctype html><html lang="uk"><head><title>Host</title><link rel="icon" href="data:,">${head}</head><body><main><h1>Host</h1>${body}</main></body></html>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
  server.close();
}
