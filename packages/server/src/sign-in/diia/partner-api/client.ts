// The client of Diia's partner API: a link for one sign-in, and the branch and the offer, which an administrator creates
// once.

import { z } from 'zod';
import type { DiiaPartner } from '../settings.ts';
import { PartnerError } from './partner-error.ts';
import { type Fetch, sendRequest } from './request.ts';
import { createSessionToken } from './session-token.ts';

export type PartnerDeps = {
  partner: DiiaPartner;
  fetch: Fetch;
  now: () => number;
  timeoutMs?: number;
};

export type Branch = {
  name: string;
  email: string;
  region: string;
  district: string;
  location: string;
  street: string;
  house: string;
};

export type LinkRequest = {
  branchId: string;
  offerId: string;
  /** The 32 bytes to sign, in base64. */
  requestId: string;
  /** The address that Diia returns the person to. */
  returnLink: string;
  /** The only origin a link may have. */
  linkOrigin: string;
};

const defaultTimeoutMs = 5000;

const created = z.object({ _id: z.string().regex(/^[\w-]{1,128}$/) });
const linkAnswer = z.object({ deeplink: z.string().max(2048) });
/** The offer asks for a signature that authenticates the person. */
const scopes = { diiaId: ['auth'] };

export function createPartnerClient(deps: PartnerDeps) {
  const { partner, fetch, timeoutMs = defaultTimeoutMs } = deps;
  const session = createSessionToken({ ...deps, timeoutMs });

  function post<T>(path: string, body: unknown, answer: z.ZodType<T>): Promise<T> {
    const url = `${partner.host}/api${path}`;
    return session.use((token) =>
      sendRequest(
        fetch,
        { url, method: 'POST', authorization: `Bearer ${token}`, body, answer },
        timeoutMs,
      ),
    );
  }

  /** Returns a link that asks the person for a signature. @throws {PartnerError} */
  async function link({ branchId, linkOrigin, ...asked }: LinkRequest): Promise<string> {
    const { deeplink } = await post(
      `/v2/acquirers/branch/${branchId}/offer-request/dynamic`,
      { ...asked, signAlgo: 'ECDSA' },
      linkAnswer,
    );
    const address = URL.parse(deeplink);
    // a blob: URL has the origin of its creator; a username in the URL would hide the host
    const own = address?.origin === linkOrigin && address.protocol === new URL(linkOrigin).protocol;
    if (!own || address.username || address.password) throw new PartnerError('foreign-link');
    return address.href;
  }

  return {
    link,

    /** @throws {PartnerError} */
    async createBranch(branch: Branch): Promise<string> {
      const how = { deliveryTypes: ['api'], offerRequestType: 'dynamic', scopes };
      return (await post('/v2/acquirers/branch', { ...branch, ...how }, created))._id;
    },

    /** @throws {PartnerError} */
    async createOffer(branchId: string, name: string): Promise<string> {
      return (await post(`/v1/acquirers/branch/${branchId}/offer`, { name, scopes }, created))._id;
    },
  };
}

export type PartnerClient = ReturnType<typeof createPartnerClient>;
