// A new id and a new secret for an application, made in the browser. The secret never leaves it; the file has its hash.

import { useEffect, useState } from 'react';
import type { SecretHash } from './manifest-entry.ts';

export type Made = { appId: string; secret: string } & SecretHash;

const yearMs = 365 * 24 * 3_600_000;

function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

async function make(): Promise<Made> {
  const secret = base64Url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  return {
    appId: crypto.randomUUID(),
    secret,
    hash: base64Url(new Uint8Array(digest)),
    expiresAt: new Date(Date.now() + yearMs).toISOString().slice(0, 10),
  };
}

/** Undefined before hydration, and on pages served over plain http, where browsers hash nothing. */
export function useSecret(): Made | undefined {
  const [made, setMade] = useState<Made>();
  useEffect(() => {
    if (globalThis.isSecureContext) void make().then(setMade);
  }, []);
  return made;
}
