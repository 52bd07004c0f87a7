// Checks client secrets against their stored hashes, within the rate limit for wrong secrets.

import type { Client, KoaContextWithOIDC } from 'oidc-provider';
import { matchSecret } from '../../secrets/client-secret.ts';
import type { OidcDeps } from '../deps.ts';
import { requestContextOf } from '../request-context.ts';
import { ownMetadataOf } from './clients.ts';

const throttled = new WeakMap<KoaContextWithOIDC, number>();

/** Returns the seconds to wait if this request came after too many wrong secrets. */
export function secretWaitSeconds(ctx: KoaContextWithOIDC): number | undefined {
  return throttled.get(ctx);
}

const refused = new WeakMap<KoaContextWithOIDC, 'secret-expired' | 'secret-unknown'>();

/** Returns why the secret of this request was refused; undefined if it was not compared, or is right. */
export const secretRefusal = (ctx: KoaContextWithOIDC) => refused.get(ctx);

/** Returns whether `sent` is the secret of the client. After too many wrong secrets none is compared. */
export async function isClientSecret(
  { limits: { networks }, activity, now }: Pick<OidcDeps, 'limits' | 'activity' | 'now'>,
  ctx: KoaContextWithOIDC,
  client: Client,
  sent: string,
): Promise<boolean> {
  const { clientSecret: settingsHash, clientId } = client;
  if (settingsHash === undefined) return false;
  const { network } = requestContextOf(ctx);
  const wait = await networks.secretWaitSeconds(network, clientId);
  if (wait > 0) {
    throttled.set(ctx, wait);
    return false;
  }
  // many clients send the secret without form encoding (RFC 6749 §2.3.1): then a plus arrives as a space
  const readings = [...new Set([sent, sent.replaceAll(' ', '+')])];
  const { secrets, applicationId } = ownMetadataOf(client);
  const match = matchSecret({ settingsHash, secrets }, readings, now());
  if (match && !match.isExpired) {
    activity.secretUsed(applicationId, match.secretId);
    return true;
  }
  refused.set(ctx, match ? 'secret-expired' : 'secret-unknown');
  await networks.countWrongSecret(network, clientId);
  return false;
}
