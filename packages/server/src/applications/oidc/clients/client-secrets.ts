// Checks client secrets against their stored hashes, within the rate limit for wrong secrets.

import type { KoaContextWithOIDC } from 'oidc-provider';
import { matchesHash } from '../../../crypto/secrets.ts';
import type { NetworkLimits } from '../../../rate-limits/network-limits.ts';
import { requestContextOf } from '../request-context.ts';

const throttled = new WeakMap<KoaContextWithOIDC, number>();

/** Returns the seconds to wait if this request came after too many wrong secrets. */
export function secretWaitSeconds(ctx: KoaContextWithOIDC): number | undefined {
  return throttled.get(ctx);
}

/** Returns whether `sent` is the secret of the client. After too many wrong secrets none is compared. */
export async function isClientSecret(
  limits: NetworkLimits,
  ctx: KoaContextWithOIDC,
  client: { clientId: string; clientSecret?: string },
  sent: string,
): Promise<boolean> {
  const { clientSecret: hash, clientId } = client;
  if (hash === undefined) return false;
  const { network } = requestContextOf(ctx);
  const wait = await limits.secretWaitSeconds(network, clientId);
  if (wait > 0) {
    throttled.set(ctx, wait);
    return false;
  }
  // many clients send the secret without form encoding (RFC 6749 §2.3.1): then a plus arrives as a space
  const isRight = matchesHash(sent, hash) || matchesHash(sent.replaceAll(' ', '+'), hash);
  if (!isRight) await limits.countWrongSecret(network, clientId);
  return isRight;
}
