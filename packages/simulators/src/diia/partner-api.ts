// The simulated partner API of Diia: session tokens, branches, offers, links and simulated faults.

import { randomBytes, randomUUID } from 'node:crypto';
import type { Links } from './links.ts';

export type Credentials = { acquirerToken: string; authToken: string };
/** The ids of the branch and the offer that exist from the start. */
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

/** Returns a 422 response that names missing or empty fields; undefined if all are present. */
function missing(body: Record<string, unknown>, fields: readonly string[]): ApiReply | undefined {
  const data = fields
    .filter((field) => typeof body[field] !== 'string' || body[field] === '')
    .map((field) => ({ type: 'required', field, message: `The '${field}' field is required.` }));
  if (data.length === 0) return undefined;
  return refusal(422, 'ValidationError', 'Parameters validation error!', data);
}

const branchFields = ['name', 'email', 'region', 'district', 'location', 'street', 'house'];

const shortOf = ({ _id, name }: Branch) => ({ _id, name });

/** Stores the branches and offers of one partner. */
class Branches {
  readonly #branches = new Map<string, Branch>();
  readonly #origin: string;
  readonly #links: Links;

  constructor({ branchId, offerId, origin, links }: Preset & Pick<Deps, 'origin' | 'links'>) {
    this.#origin = origin;
    this.#links = links;
    const offers = new Map([[offerId, 'Brama']]);
    this.#branches.set(branchId, { _id: branchId, name: 'Brama', offers });
  }

  list(): ApiReply {
    const branches = [...this.#branches.values()].map(shortOf);
    return { status: 200, body: { total: branches.length, branches } };
  }

  add({ body }: ApiRequest): ApiReply {
    const faulty = missing(body, branchFields);
    if (faulty) return faulty;
    const branch = { _id: randomUUID(), name: String(body['name']), offers: new Map() };
    this.#branches.set(branch._id, branch);
    return { status: 200, body: { _id: branch._id } };
  }

  /** Shows, renames or deletes a branch. */
  one({ method, body }: ApiRequest, id: string): ApiReply {
    const branch = this.#branches.get(id);
    if (!branch) return notFound('Branch');
    if (method === 'DELETE') this.#branches.delete(id);
    if (method === 'PUT') branch.name = String(body['name'] ?? branch.name);
    return { status: 200, body: shortOf(branch) };
  }

  addOffer({ body }: ApiRequest, id: string): ApiReply {
    const branch = this.#branches.get(id);
    if (!branch) return notFound('Branch');
    const faulty = missing(body, ['name']);
    if (faulty) return faulty;
    const offerId = randomUUID();
    branch.offers.set(offerId, String(body['name']));
    return { status: 200, body: { _id: offerId } };
  }

  addLink({ body }: ApiRequest, id: string): ApiReply {
    const branch = this.#branches.get(id);
    if (!branch) return notFound('Branch');
    const faulty = missing(body, ['offerId', 'requestId']);
    if (faulty) return faulty;
    const offerName = branch.offers.get(String(body['offerId']));
    if (offerName === undefined) return notFound('Offer');
    const returnLink = typeof body['returnLink'] === 'string' ? body['returnLink'] : undefined;
    const link = this.#links.add({ requestId: String(body['requestId']), offerName, returnLink });
    const path = `/acquirers/branch/${branch._id}/offer/${body['offerId']}/dynamic/${link.id}`;
    return { status: 200, body: { deeplink: this.#origin + path } };
  }
}

export class PartnerApi {
  readonly #acquirerToken: string;
  readonly #authToken: string;
  readonly #tokens = new Map<string, number>();
  readonly #routes: [string, RegExp, (request: ApiRequest, id: string) => ApiReply][];
  fault: Fault = 'none';

  constructor({ acquirerToken, authToken, ...preset }: Deps) {
    this.#acquirerToken = acquirerToken;
    this.#authToken = authToken;
    const branches = new Branches(preset);
    this.#routes = [
      ['POST', /^\/api\/v2\/acquirers\/branch$/, (request) => branches.add(request)],
      ['GET', /^\/api\/v2\/acquirers\/branches$/, () => branches.list()],
      [
        'GET|PUT|DELETE',
        /^\/api\/v2\/acquirers\/branch\/([^/]+)$/,
        (request, id) => branches.one(request, id),
      ],
      [
        'POST',
        /^\/api\/v1\/acquirers\/branch\/([^/]+)\/offer$/,
        (request, id) => branches.addOffer(request, id),
      ],
      [
        'POST',
        /^\/api\/v2\/acquirers\/branch\/([^/]+)\/offer-request\/dynamic$/,
        (request, id) => this.#faultReply() ?? branches.addLink(request, id),
      ],
    ];
  }

  respond(request: ApiRequest): ApiReply {
    const { method, path } = request;
    if (method === 'GET' && path.startsWith('/api/v1/auth/acquirer/')) return this.#token(request);
    if (!this.#isSignedIn(request)) return unauthorized();
    for (const [methods, pattern, act] of this.#routes) {
      const found = pattern.exec(path);
      if (found && methods.split('|').includes(method)) return act(request, found[1] ?? '');
    }
    return notFound('Page');
  }

  #token({ path, authorization }: ApiRequest): ApiReply {
    const isPartner = path.endsWith(`/${encodeURIComponent(this.#acquirerToken)}`);
    if (!isPartner || authorization !== `Basic ${this.#authToken}`) return unauthorized();
    const token = randomBytes(32).toString('base64url');
    this.#tokens.set(token, Date.now() + tokenLifeMs);
    return { status: 200, body: { token } };
  }

  #isSignedIn({ authorization = '' }: ApiRequest) {
    return (this.#tokens.get(authorization.replace(/^Bearer /, '')) ?? 0) > Date.now();
  }

  /**
   * Returns the response of the simulated fault; undefined without one. The fault `unauthorized` ends after one 401,
   * because Brama then requests a new token.
   */
  #faultReply(): ApiReply | undefined {
    switch (this.fault) {
      case 'none':
        return undefined;
      case 'gateway':
        return { status: 200, body: { processCode: 12201002, template: { type: 'middleCenter' } } };
      case 'unauthorized':
        this.fault = 'none';
        this.#tokens.clear();
        return unauthorized();
      case 'access-denied':
        return refusal(403, 'AccessDeniedError', 'Access denied');
      case 'unavailable':
        return refusal(503, 'ServiceNotAvailableError', 'Service not available');
      case 'silent':
        return 'silence';
    }
  }
}
