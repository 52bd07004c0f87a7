// Serves third-party pages with a way to sign in. The ways are our button from the wizard, a plain link, and a button
// like its predecessor. Text stands between the buttons and moves when one of them moves.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Wanted } from '../web/observer.ts';

const appId = '3d1488ae-128e-4655-8ca2-1ef554379335';

export type Way = {
  name: string;
  buttons: number;
  wanted: Wanted;
  head(brama: string): string;
  button(brama: string, at: number): string;
  end(brama: string): string;
};

const none = () => '';
const address = (brama: string) => `${brama}/?appId=${appId}`;

const linkStyle = `<style>.sign-in{display:inline-flex;align-items:center;min-height:48px;box-sizing:border-box;padding:4px 20px;border-radius:12px;background:#3a3fd4;color:#fff;font:600 16px system-ui,sans-serif;text-decoration:none}</style>`;

function link(buttons: number): Way {
  return {
    name: 'plain link with CSS',
    buttons,
    wanted: { selector: `#button-${buttons - 1}`, ready: 'there' },
    head: () => linkStyle,
    button: (brama, at) =>
      `<a class="sign-in" id="button-${at}" href="${address(brama)}">Увійти через Браму</a>`,
    end: none,
  };
}

const script = (brama: string) => `<script async src="${brama}/kpi-id-signin.js"></script>`;

function ours(place: 'head' | 'end', buttons: number): Way {
  return {
    name: place === 'head' ? 'ours, async in the head' : 'ours, at the end',
    buttons,
    wanted: { selector: `#button-${buttons - 1}`, ready: 'shadow' },
    head: place === 'head' ? script : none,
    button: (brama, at) =>
      `<div id="button-${at}" data-kpi-id-signin data-app-id="${appId}" style="min-height:48px"><a href="${address(brama)}">Увійти через Браму</a></div>`,
    end: place === 'end' ? script : none,
  };
}

/**
 * Reproduces the old script from what is known of it. It concatenates HTML, styles the page's own `:root` and `body`,
 * reserves no space, and supports one button only.
 */
const oldScript = `(function () {
  function init() {
    var place = document.getElementById('kpi_id_signin');
    var style = document.createElement('style');
    style.textContent = ':root{--brand:#3a3fd4}body{font-family:system-ui,sans-serif}.kpi-id{display:inline-flex;align-items:center;min-height:48px;box-sizing:border-box;padding:4px 20px;border-radius:12px;background:var(--brand);color:#fff;font-weight:600;text-decoration:none}';
    document.head.appendChild(style);
    var caption = place.getAttribute('data-caption') || 'Увійти через Браму';
    place.innerHTML = '<a class="kpi-id" href="' + place.getAttribute('data-brama') + '/?appId=' + place.getAttribute('data-app-id') + '">' + caption + '</a>';
  }
  window.KPIID = { init: init };
  init();
})();`;

const old: Way = {
  name: 'the old way',
  buttons: 1,
  wanted: { selector: '.kpi-id', ready: 'there' },
  head: none,
  button: (brama) => `<div id="kpi_id_signin" data-app-id="${appId}" data-brama="${brama}"></div>`,
  end: () => '<script async src="/old.js"></script>',
};

const manyButtons = 10;
export const baseline = link(1);

export const ways: readonly Way[] = [
  baseline,
  ours('head', 1),
  ours('end', 1),
  old,
  link(manyButtons),
  ours('head', manyButtons),
  ours('end', manyButtons),
];

function pageOf(way: Way, brama: string): string {
  const buttons = Array.from({ length: way.buttons }, (_, at) => way.button(brama, at));
  return `<!doctype html><html lang="uk"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Host</title><link rel="icon" href="data:,">${way.head(brama)}</head><body><h1>Host</h1>${buttons.join('<div>Text</div>')}<p>Text below, which nobody wants to see moving.</p>${way.end(brama)}</body></html>`;
}

/** Serves every way at `/<its number>`, on its own origin. */
export async function startHost(brama: string) {
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    const way = ways[Number(path.slice(1))];
    if (path === '/old.js') {
      // cached as long as our script
      response.setHeader('cache-control', 'public, max-age=300');
      response.setHeader('content-type', 'text/javascript; charset=utf-8');
      response.end(oldScript);
      return;
    }
    response.writeHead(way ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    });
    response.end(way && pageOf(way, brama));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    addressOf: (way: Way) => `http://127.0.0.1:${port}/${ways.indexOf(way)}`,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
