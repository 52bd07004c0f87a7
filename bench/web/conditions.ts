// What a visitor's phone and network are taken to be, and how Chromium is told so.

import type { BrowserContextOptions, CDPSession } from '@playwright/test';

/** Chromium holds every answer back for the whole latency; connections themselves cost nothing. */
const slow4G = { latencyMs: 150, downBitsPerSecond: 1_600_000, upBitsPerSecond: 750_000 };

/** How many times slower than this machine the visitor's processor is. */
export const slowProcessor = 4;

export const phone: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

export async function throttleNetwork(session: CDPSession) {
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow4G.latencyMs,
    downloadThroughput: slow4G.downBitsPerSecond / 8,
    uploadThroughput: slow4G.upBitsPerSecond / 8,
  });
}

export async function throttleProcessor(session: CDPSession, times: number) {
  await session.send('Emulation.setCPUThrottlingRate', { rate: times });
}
