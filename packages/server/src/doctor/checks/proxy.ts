// The way of users to this server: BASE_URL leads to it, and the headers of the proxy are trusted as far as they must be.

import { type AddressAnswer, type Check, type CheckRun, type Found, found } from '../check.ts';

function ofAnswer(address: string, answer: AddressAnswer | undefined): Found[] {
  if (answer === undefined) return [];
  if ('code' in answer) return [found('address-unreachable', { address, code: answer.code })];
  const { status, isBrama, location } = answer;
  if (isBrama) return [];
  const target = location === null ? null : URL.parse(location, address)?.origin;
  return [
    target && target !== address
      ? found('address-redirects', { address, target })
      : found('address-of-another', { address, status }),
  ];
}

/** The server speaks no TLS: behind https there is always a proxy. */
function ofTrust({ config: { baseUrl, trustProxy }, request }: CheckRun): Found[] {
  const isTrusted = trustProxy !== false;
  if (!isTrusted)
    return baseUrl.startsWith('https:') || request?.forwardedFor
      ? [found('proxy-not-trusted')]
      : [];
  if (!request) return [];
  const { forwardedFor, usedAddresses } = request;
  if (forwardedFor === undefined) return [found('proxy-sends-no-address')];
  const count = forwardedFor.length;
  return count > usedAddresses ? [found('proxy-more-addresses', { count })] : [];
}

export const checkProxy: Check = {
  id: 'proxy',
  needs: ['BASE_URL', 'TRUST_PROXY'],
  async run(run) {
    const address = run.config.baseUrl;
    const all = [...ofTrust(run), ...ofAnswer(address, await run.answers.address())];
    return all.length > 0 ? all : [found('proxy-fine', { address })];
  },
};
