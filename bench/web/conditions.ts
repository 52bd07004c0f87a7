// The assumed phone and network of a visitor, and how Chromium is set to them.

import type { BrowserContextOptions, CDPSession } from '@playwright/test';

/** Chromium delays every response by the whole latency; opening a connection costs nothing. */
const slow4G = { latencyMs: 150, downBitsPerSecond: 1_600_000, upBitsPerSecond: 750_000 };

/** How many times slower the visitor's processor is than this machine. */
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
