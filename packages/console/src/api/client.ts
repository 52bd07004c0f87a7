// The client of the administration API for this page. It names the user of the page, asks for a recent sign-in where the server wants one,
// and throws refusals as `AdminProblem`.
import { createAdminClient } from '@brama/contract/admin/client';
import type { Problem } from '@brama/contract/admin/route';
import { userHashHeader } from '@brama/contract/paths';
import { language, userHash } from '../page-data.ts';
import { AdminProblem } from './problem.ts';
import { queries } from './queries.ts';
import { type SessionState, setSessionState } from './session.ts';
import { stepUp } from './step-up.ts';

/** Refusals that concern the whole page. */
const stateOf: Readonly<Record<string, SessionState>> = {
  'session.required': 'ended',
  'session.user-changed': 'user-changed',
  'admin.roles-suspended': 'suspended',
};

async function codeOf(response: Response): Promise<string | undefined> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  if (!isProblem) return undefined;
  const { code }: Problem = await response.clone().json();
  return code;
}

/** Returns the request with what names the user of the page. */
export function withCaller(request: Request): Request {
  const named = new Request(request, { cache: 'no-store' });
  named.headers.set(userHashHeader, userHash);
  named.headers.set('accept-language', language);
  return named;
}

/** Looks at what an answer means for the whole page. `again` sends the request again, after a recent sign-in. */
export async function answered(
  { method }: Request,
  response: Response,
  again?: () => Promise<Response>,
): Promise<Response> {
  // a change may concern what any other page has shown
  if (response.ok && method !== 'GET') void queries.invalidateQueries({ refetchType: 'none' });
  if (response.ok) return response;
  const code = await codeOf(response);
  if (code === 'admin.authentication-required' && again)
    return (await stepUp()) ? again() : response;
  const state = code === undefined ? undefined : stateOf[code];
  if (state) setSessionState(state);
  return response;
}

async function send(request: Request): Promise<Response> {
  const named = withCaller(request);
  const copy = named.clone();
  return answered(request, await fetch(named), () => send(copy));
}

export const admin = createAdminClient({ baseUrl: location.origin, fetch: send });

type Result<Data> =
  | { data: Data; error?: undefined; response: Response }
  | { data?: undefined; error: Problem; response: Response };

/** Returns the data of a call. @throws AdminProblem for a refusal */
export async function dataOf<Data>(call: Promise<Result<Data>>): Promise<Data> {
  const { data, error, response } = await call;
  if (error) throw new AdminProblem(error, response);
  return data as Data;
}

/** Returns the data of a change and the new version of its object. @throws AdminProblem for a refusal */
export async function changedOf<Data>(
  call: Promise<Result<Data>>,
): Promise<{ data: Data; status: number; version: string | undefined }> {
  const { data, error, response } = await call;
  if (error) throw new AdminProblem(error, response);
  return {
    data: data as Data,
    status: response.status,
    version: response.headers.get('etag') ?? undefined,
  };
}

/** Returns the headers of a change of the object with this version. */
export const ifMatch = (version: number) => ({ 'If-Match': `"${version}"` });

/** Returns a key for a creation, so that a repeated request creates one object. */
export const newIdempotencyKey = () => ({ 'Idempotency-Key': crypto.randomUUID() });
