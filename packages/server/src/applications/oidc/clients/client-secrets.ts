// The secrets of applications: compared by their hashes, and only so often.

import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { matchesHash } from '../../../crypto/secrets.ts';
import type { NetworkLimits } from '../../../rate-limits/network-limits.ts';
import { tooManyAnswer } from '../endpoints.ts';
import { type RequestContext, requestContextOf } from '../request-context.ts';

export type SecretDeps = {
  secrets: Pick<NetworkLimits, 'secretWaitSeconds' | 'countWrongSecret'>;
  /** Of the request being served. */
  visit(): RequestContext | undefined;
};

/** Secrets are kept as hashes: what is sent is hashed and compared, and what is wrong is counted. */
export function compareByHash(provider: Provider, { secrets, visit }: SecretDeps) {
  const prototype = provider.Client.prototype as unknown as {
    clientId: string;
    clientSecret?: string;
    compareClientSecret(actual: string): Promise<boolean>;
  };
  prototype.compareClientSecret = async function compare(this: typeof prototype, actual) {
    const { clientSecret: hash, clientId } = this;
    const asking = visit();
    if (hash === undefined || !asking) return false;
    const wait = await secrets.secretWaitSeconds(asking.network, clientId);
    if (wait > 0) {
      asking.waitSeconds = wait;
      return false;
    }
    // not form-encoded (RFC 6749 §2.3.1), as many clients send it, a plus arrives as a space
    const isRight = matchesHash(actual, hash) || matchesHash(actual.replaceAll(' ', '+'), hash);
    if (!isRight) await secrets.countWrongSecret(asking.network, clientId);
    return isRight;
  };
}

/** After too many wrong secrets no further one is compared. */
export function refusedByLimit(ctx: KoaContextWithOIDC): void {
  const { waitSeconds } = requestContextOf(ctx);
  if (waitSeconds === undefined) return;
  ctx.status = 429;
  ctx.remove('www-authenticate');
  ctx.set('retry-after', `${waitSeconds}`);
  ctx.type = 'json';
  ctx.body = tooManyAnswer;
}
