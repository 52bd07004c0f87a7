// A third-party page on its own origin.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

type Content = { body: string; head?: string; policy?: string };

/** A frame below the body of the page, that shows another page of the same server. */
type Frame = Content & {
  /** The attribute `sandbox`; without it the frame has none. */
  sandbox?: string;
  /** Whether the page in the frame has another origin than the page around it. */
  isCrossOrigin?: boolean;
};

type HostPage = Content & {
  frame?: Frame;
  /** Whether its scripts may still be on their way. */
  isLoading?: boolean;
};

const documentOf = ({ body, head = '' }: Content, title: string) =>
  `<!doctype html><html lang="uk"><head><title>${title}</title><link rel="icon" href="data:,">${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`;

function frameTag({ sandbox, isCrossOrigin }: Frame, port: number): string {
  const origin = `http://${isCrossOrigin ? 'localhost' : '127.0.0.1'}:${port}`;
  const limits = sandbox === undefined ? '' : ` sandbox="${sandbox}"`;
  return `<iframe title="Framed" src="${origin}/frame" width="600" height="300"${limits}></iframe>`;
}

/** Opens a page of another origin. */
export async function openHost(page: Page, { frame, isLoading = false, ...around }: HostPage) {
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const isFrame = frame !== undefined && request.url === '/frame';
    const { policy } = isFrame ? frame : around;
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      ...(policy !== undefined && { 'content-security-policy': policy }),
    });
    const tag = frame ? frameTag(frame, port) : '';
    response.end(
      isFrame
        ? documentOf(frame, 'Framed')
        : documentOf({ ...around, body: around.body + tag }, 'Host'),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const waitUntil = isLoading ? 'domcontentloaded' : 'load';
  await page.goto(`http://127.0.0.1:${port}/`, { waitUntil });
  server.close();
}
