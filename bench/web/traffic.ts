// What a page asks for, as Chromium's own network layer sees it, and what each answer weighs with gzip.

import { get } from 'node:http';
import type { CDPSession } from '@playwright/test';

export type Asked = {
  url: string;
  type: string;
  /** Wall-clock time in ms. */
  askedAt: number;
  answeredAt?: number;
  /** As they came over the wire, headers included. */
  bytes: number;
};

export type Traffic = { asked: readonly Asked[] };

/** Notes every request from now on. */
export function watchTraffic(session: CDPSession): Traffic {
  const byId = new Map<string, Asked>();
  const asked: Asked[] = [];
  // Chromium reports times on its own clock, and reports once per request the difference to ours
  let difference = 0;
  session.on('Network.requestWillBeSent', ({ requestId, request, type, wallTime, timestamp }) => {
    difference = wallTime - timestamp;
    const one = { url: request.url, type: type ?? '', askedAt: wallTime * 1000, bytes: 0 };
    byId.set(requestId, one);
    asked.push(one);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
    const one = byId.get(requestId);
    if (!one) return;
    one.bytes = encodedDataLength;
    one.answeredAt = (timestamp + difference) * 1000;
  });
  return { asked };
}

const known = new Map<string, Promise<number>>();

/** Bytes of the answer's body, compressed with gzip where the server does so. */
export function gzipBytes(url: string, cookie: string): Promise<number> {
  const key = `${url} ${cookie}`;
  const measured =
    known.get(key) ??
    new Promise<number>((resolve, reject) => {
      get(url, { headers: { 'accept-encoding': 'gzip', cookie } }, (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on('end', () => resolve(bytes));
      }).on('error', reject);
    });
  known.set(key, measured);
  return measured;
}
