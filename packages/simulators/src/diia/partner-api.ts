// The partner API of Diia as its acquirers see it: session token, branches, offers, links; and its faults.

import { randomBytes, randomUUID } from 'node:crypto';
import type { Links } from './links.ts';

export type Credentials = { acquirerToken: string; authToken: string };
/** A branch and an offer that are there from the start. */
export type Preset = { branchId: string; offerId: string };

export const faults = [
  'none',
  'gateway',
  'unauthorized',
  'access-denied',
  'unavailable',
  'silent',
] as const;
export type Fault = (typeof faults)[number];

export type ApiRequest = {
  method: string;
  path: string;
  authorization: string | undefined;
  body: Record<string, unknown>;
};
export type ApiReply = { status: number; body: unknown } | 'silence';

type Branch = { _id: string; name: string; offers: Map<string, string> };
type Deps = Credentials & Preset & { origin: string; links: Links };

const tokenLifeMs = 2 * 3600 * 1000;

function refusal(status: number, name: string, message: string, data: unknown = {}): ApiReply {
  return { status, body: { name, message, code: status, type: 'OPERATED', data } };
}
const unauthorized = () => refusal(401, 'UnauthorizedError', 'Not authorized');
const notFound = (what: string) => refusal(404, 'NotFoundError', `${what} not found`);

/** 422 for the fields that are missing or empty; nothing when all are there. */
function missing(body: Record<string, unknown>, fields: readonly string[]): ApiReply | undefined {
  const data = fields
    .filter((field) => typeof body[field] !== 'string' || body[field] === '')
    .map((field) => ({ type: 'required', field, message: `The '${field}' field is required.` }));
  if (data.length === 0) return undefined;
  return refusal(422, 'ValidationError', 'Parameters validation error!', data);
}

const branchFields = ['name', 'email', 'region', 'district', 'location', 'street', 'house'];

export function createPartnerApi({
  acquirerToken,
  authToken,
  branchId,
  offerId,
  origin,
  links,
}: Deps) {
  const tokens = new Map<string, number>();
  const branches = new Map<string, Branch>();
  let fault: Fault = 'none';
  branches.set(branchId, { _id: branchId, name: 'Brama', offers: new Map([[offerId, 'Brama']]) });

  function giveToken({ path, authorization }: ApiRequest): ApiReply {
    const right = path.endsWith(`/${encodeURIComponent(acquirerToken)}`);
    if (!right || authorization !== `Basic ${authToken}`) return unauthorized();
    const token = randomBytes(32).toString('base64url');
    tokens.set(token, Date.now() + tokenLifeMs);
    return { status: 200, body: { token } };
  }

  const isSignedIn = ({ authorization = '' }: ApiRequest) =>
    (tokens.get(authorization.replace(/^Bearer /, '')) ?? 0) > Date.now();

  function addBranch({ body }: ApiRequest): ApiReply {
    const faulty = missing(body, branchFields);
    if (faulty) return faulty;
    const branch = { _id: randomUUID(), name: String(body['name']), offers: new Map() };
    branches.set(branch._id, branch);
    return { status: 200, body: { _id: branch._id } };
  }

  function addOffer(branch: Branch, { body }: ApiRequest): ApiReply {
    const faulty = missing(body, ['name']);
    if (faulty) return faulty;
    const id = randomUUID();
    branch.offers.set(id, String(body['name']));
    return { status: 200, body: { _id: id } };
  }

  function addLink(branch: Branch, { body }: ApiRequest): ApiReply {
    const faulty = missing(body, ['offerId', 'requestId']);
    if (faulty) return faulty;
    const offerName = branch.offers.get(String(body['offerId']));
    if (offerName === undefined) return notFound('Offer');
    const returnLink = typeof body['returnLink'] === 'string' ? body['returnLink'] : undefined;
    const link = links.add({ requestId: String(body['requestId']), offerName, returnLink });
    const path = `/acquirers/branch/${branch._id}/offer/${body['offerId']}/dynamic/${link.id}`;
    return { status: 200, body: { deeplink: origin + path } };
  }

  /** The fault that is set; a 401 happens once, since the partner gets a new token. */
  function faultReply(): ApiReply | undefined {
    switch (fault) {
      case 'none':
        return undefined;
      case 'gateway':
        return { status: 200, body: { processCode: 12201002, template: { type: 'middleCenter' } } };
      case 'unauthorized':
        fault = 'none';
        tokens.clear();
        return unauthorized();
      case 'access-denied':
        return refusal(403, 'AccessDeniedError', 'Access denied');
      case 'unavailable':
        return refusal(503, 'ServiceNotAvailableError', 'Service not available');
      case 'silent':
        return 'silence';
    }
  }

  const shortOf = ({ _id, name }: Branch) => ({ _id, name });

  function oneBranch(request: ApiRequest, id: string): ApiReply {
    const branch = branches.get(id);
    if (!branch) return notFound('Branch');
    if (request.method === 'DELETE') branches.delete(id);
    if (request.method === 'PUT') branch.name = String(request.body['name'] ?? branch.name);
    return { status: 200, body: shortOf(branch) };
  }

  function withBranch(id: string, act: (branch: Branch) => ApiReply): ApiReply {
    const branch = branches.get(id);
    return branch ? act(branch) : notFound('Branch');
  }

  const routes: [string, RegExp, (request: ApiRequest, id: string) => ApiReply][] = [
    ['POST', /^\/api\/v2\/acquirers\/branch$/, addBranch],
    [
      'GET',
      /^\/api\/v2\/acquirers\/branches$/,
      () => ({
        status: 200,
        body: { total: branches.size, branches: [...branches.values()].map(shortOf) },
      }),
    ],
    ['GET|PUT|DELETE', /^\/api\/v2\/acquirers\/branch\/([^/]+)$/, oneBranch],
    [
      'POST',
      /^\/api\/v1\/acquirers\/branch\/([^/]+)\/offer$/,
      (request, id) => withBranch(id, (branch) => addOffer(branch, request)),
    ],
    [
      'POST',
      /^\/api\/v2\/acquirers\/branch\/([^/]+)\/offer-request\/dynamic$/,
      (request, id) => faultReply() ?? withBranch(id, (branch) => addLink(branch, request)),
    ],
  ];

  return {
    answer(request: ApiRequest): ApiReply {
      const { method, path } = request;
      if (method === 'GET' && path.startsWith('/api/v1/auth/acquirer/')) return giveToken(request);
      if (!isSignedIn(request)) return unauthorized();
      for (const [methods, pattern, act] of routes) {
        const found = pattern.exec(path);
        if (found && methods.split('|').includes(method)) return act(request, found[1] ?? '');
      }
      return notFound('Page');
    },
    fault: () => fault,
    setFault(next: Fault) {
      fault = next;
    },
  };
}

export type PartnerApi = ReturnType<typeof createPartnerApi>;
