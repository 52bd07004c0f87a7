// Which addresses of applications we send a browser to. Pure.

import { z } from 'zod';
import { isLoopback } from '../loopback.ts';
import { asText } from './manifest-faults.ts';

function faultOfAddress(text: string): string | undefined {
  const url = URL.parse(text);
  if (!url) return 'must be a full address, for example https://app.campus.example/callback';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname)))
    return 'must begin with https:// (http:// is for this computer only)';
  if (url.hostname.includes('*')) return 'must name one host, without a *';
  if (url.username || url.password) return 'must not hold a username or password';
  if (url.hash) return 'must not have a fragment (#…)';
  return undefined;
}

/** An address of an application: https, or http on this computer; no fragment, no credentials. */
export const applicationAddress = z.string(asText).check((context) => {
  const reason = faultOfAddress(context.value);
  if (reason) context.issues.push({ code: 'custom', message: reason, input: context.value });
});
