// The simulator of the state register of education (ЄДЕБО) as a request listener. Its web interface is below the base path.
// /control is for tests and demonstrations, which set faults and change people.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyOf } from '../pages/http.ts';
import { type Fault, faults, spoil } from './faults.ts';
import type { RegisteredPerson } from './people.ts';
import { type PersonChange, Register, type Row } from './register.ts';
import { isStatus } from './statuses.ts';
import { type Credentials, Tokens } from './tokens.ts';

export type SimulatorOptions = Credentials & {
  universityId: number;
  people: readonly RegisteredPerson[];
  tokenSeconds?: number;
  /** How long the register takes to issue a token. */
  tokenMs?: number;
  /** The delay of the fault `slow`. */
  slowMs?: number;
};

/** The path of the interface on the server of the register. */
export const basePath = '/data/EDEBOWebApi';

const denied = { message: 'Authorization has been denied for this request.' };
const maintenancePage =
  '<!DOCTYPE html>\n<html><head><title>ЄДЕБО</title></head><body><h1>Проводяться технічні роботи</h1></body></html>';

const outPath = '/api/studentEducations/personEducationsList/out';
const cardsPath = '/api/studentEducations/list';

const halved: Partial<Record<Fault, string>> = { 'half-out': outPath, 'half-cards': cardsPath };

type Reply = { status: number; body?: unknown; html?: string; location?: string };
type Json = Record<string, unknown>;

/** Faults that replace the reply of every list. */
const listReplies: Partial<Record<Fault, (people: readonly RegisteredPerson[]) => Reply>> = {
  denied: () => ({ status: 401, body: denied }),
  maintenance: () => ({ status: 200, html: maintenancePage }),
  'maintenance-503': () => ({ status: 503, html: maintenancePage }),
  'empty-list': () => ({ status: 200, body: [] }),
  redirect: () => ({ status: 302, location: '/elsewhere' }),
  'not-json': () => ({ status: 200, html: '[{"personId":1' }),
  huge: () => ({ status: 200, html: `["${'x'.repeat(40 * 1024 * 1024)}"]` }),
  // an error that quotes personal data, which no program may print
  error: ([first]) => ({
    status: 500,
    body: {
      errorCode: 51,
      errorMessage: `Помилка обробки ${first?.lastName} ${first?.taxId}`,
      errorDetails: `${first?.taxId}`,
      paramsValidationErrors: [],
    },
  }),
};

function jsonIn(body: string): Json {
  const value: unknown = JSON.parse(body === '' ? '{}' : body);
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

const numberIn = (body: Json, name: string) => {
  const value = body[name];
  return typeof value === 'number' ? value : undefined;
};
const textIn = (body: Json, name: string) => {
  const value = body[name];
  return typeof value === 'string' ? value : undefined;
};

const missingParameters = (names: readonly string[]): Reply => ({
  status: 400,
  body: {
    errorCode: 4,
    errorMessage: 'Помилка валідації параметрів',
    errorDetails: null,
    paramsValidationErrors: names.map((name) => ({
      errorMessage: 'Обов’язковий параметр',
      propertyName: `${name[0]?.toUpperCase()}${name.slice(1)}`,
      jsonProperty: name,
    })),
  },
});

function requestedChange(body: Json): PersonChange {
  const { status, isDismissed } = body;
  const groupName = textIn(body, 'groupName');
  const lastName = textIn(body, 'lastName');
  return {
    ...(isStatus(status) && { status }),
    ...(typeof isDismissed === 'boolean' && { isDismissed }),
    ...(groupName !== undefined && { groupName }),
    ...(lastName !== undefined && { lastName }),
  };
}

export function createEdeboSimulator(options: SimulatorOptions) {
  const { tokenSeconds = 3600, tokenMs = 20 } = options;
  let { slowMs = 5000 } = options;
  let fault: Fault = 'none';
  /** The fault begins after so many lists. */
  let listsBefore = 0;
  let clockDifferenceMs = 0;
  let isSpent = false;
  const busyPages = new Set<string>();
  const requests: string[] = [];
  const timers = new Set<NodeJS.Timeout>();

  const now = () => Date.now() + clockDifferenceMs;
  const register = new Register(options.universityId, options.people, now);
  const tokens = new Tokens(options, tokenSeconds, tokenMs);

  const lists: Record<string, { required: string[]; rows: (body: Json) => Row[] }> = {
    [outPath]: {
      required: ['pageNo'],
      rows: (body) =>
        register.out({
          pageNo: numberIn(body, 'pageNo') ?? 0,
          fromDate: textIn(body, 'fromDate'),
          qualificationGroupId: numberIn(body, 'qualificationGroupId'),
          educationId: numberIn(body, 'educationId'),
          rnokpp: textIn(body, 'rnokpp'),
        }),
    },
    [cardsPath]: {
      required: ['universityId', 'qualificationGroupId', 'historyFilterId'],
      rows: (body) =>
        register.cards({
          pageNo: numberIn(body, 'pageNo') ?? 0,
          pageSize: numberIn(body, 'pageSize') ?? 20,
          qualificationGroupId: numberIn(body, 'qualificationGroupId') ?? 0,
          historyFilterId: numberIn(body, 'historyFilterId') ?? -1,
        }),
    },
    '/api/university/staff/list': {
      required: ['universityId'],
      rows: (body) =>
        register.staff({
          pageNo: numberIn(body, 'pageNo') ?? 0,
          pageSize: numberIn(body, 'pageSize') ?? 20,
          activeId: numberIn(body, 'activeId') ?? -1,
        }),
    },
  };

  async function tokenReply(form: URLSearchParams): Promise<Reply> {
    requests.push('/oauth/token');
    const outcome = await tokens.issue(form);
    if (outcome === 'refused' || fault === 'wrong-password')
      return {
        status: 400,
        body: { error: 'invalid_grant', error_description: 'Невірний логін або пароль' },
      };
    if (outcome === 'conflict' || fault === 'token-conflict')
      return {
        status: 400,
        body: {
          error: 'invalid_grant',
          error_description: 'Cannot insert duplicate key row: duplicate session key',
        },
      };
    const { token, lifetimeSeconds } = outcome;
    return {
      status: 200,
      body: { access_token: token, token_type: 'bearer', expires_in: lifetimeSeconds },
    };
  }

  function wait(ms: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(() => {
        timers.delete(timer);
        done();
      }, ms);
      timers.add(timer);
    });
  }

  /** The token expires once, so that a client with a new one goes on. */
  function expiredOnce(active: Fault): Reply | undefined {
    if (isSpent || (active !== 'expired-as-401' && active !== 'expired-as-200')) return undefined;
    isSpent = true;
    tokens.expire();
    return { status: active === 'expired-as-401' ? 401 : 200, body: denied };
  }

  function busyOnce(active: Fault, page: string): Reply | undefined {
    if (active !== 'busy' || busyPages.has(page)) return undefined;
    busyPages.add(page);
    return { status: 503, body: { errorCode: null, errorMessage: 'Сервіс зайнятий' } };
  }

  function rowsOf(active: Fault, path: string, body: Json): readonly Row[] {
    register.mostRows = active === 'short-pages' ? 7 : Number.POSITIVE_INFINITY;
    const rows =
      lists[path]?.rows(active === 'repeated-page' ? { ...body, pageNo: 0 } : body) ?? [];
    const isHalf = active === 'half-list' || halved[active] === path;
    return spoil(isHalf ? rows.slice(0, Math.ceil(rows.length / 2)) : rows, active);
  }

  /** Returns the fault of this list, which may begin later. */
  function activeFault(): Fault {
    if (listsBefore === 0) return fault;
    listsBefore -= 1;
    return 'none';
  }

  const plantedReply = (active: Fault, page: string): Reply | undefined =>
    expiredOnce(active) ?? busyOnce(active, page) ?? listReplies[active]?.(options.people);

  function goodReply(active: Fault, path: string, text: string): Reply {
    const body = jsonIn(text);
    const missing = lists[path]?.required.filter((name) => body[name] === undefined) ?? [];
    if (missing.length > 0) return missingParameters(missing);
    return { status: 200, body: rowsOf(active, path, body) };
  }

  async function listReply(path: string, request: IncomingMessage, text: string): Promise<Reply> {
    if (!lists[path]) return { status: 404, body: { message: 'No HTTP resource was found' } };
    requests.push(path);
    const active = activeFault();
    if (active === 'slow') await wait(slowMs);
    const planted = plantedReply(active, path + text);
    if (planted) return planted;
    if (!tokens.isValid(request.headers.authorization)) return { status: 401, body: denied };
    if (active === 'no-cards' && path === cardsPath)
      return { status: 403, body: { errorCode: 3, errorMessage: 'Немає прав доступу' } };
    return goodReply(active, path, text);
  }

  function setControls(body: Json): Reply {
    const wanted = faults.find((one) => one === body['fault']);
    if (body['fault'] !== undefined && !wanted) return { status: 400, body: { faults } };
    if (wanted) {
      fault = wanted;
      isSpent = false;
      busyPages.clear();
    }
    listsBefore = numberIn(body, 'afterLists') ?? 0;
    slowMs = numberIn(body, 'slowMs') ?? slowMs;
    const seconds = numberIn(body, 'clockDifferenceSeconds');
    if (seconds !== undefined) clockDifferenceMs = seconds * 1000;
    return { status: 200, body: { fault } };
  }

  /** People with what tests need: numbers, the states of their cards, and whether they work. */
  const peopleReply = (): Reply => ({
    status: 200,
    body: register.people().map((person) => ({
      personId: person.personId,
      lastName: person.lastName,
      firstName: person.firstName,
      taxId: person.taxId,
      statuses: person.cards.map(({ status }) => status),
      works: person.positions.some(({ dismissed }) => dismissed === null),
    })),
  });

  function controlReply(path: string, method: string | undefined, text: string): Reply {
    if (path === '/control' && method === 'POST') return setControls(jsonIn(text));
    if (path === '/control/people' && method === 'GET') return peopleReply();
    if (path === '/control/requests' && method === 'GET')
      return { status: 200, body: requests.splice(0) };
    const personId = Number(/^\/control\/people\/(\d{1,9})$/.exec(path)?.[1]);
    if (method !== 'POST' || !register.change(personId, requestedChange(jsonIn(text))))
      return { status: 404, body: { message: 'unknown' } };
    return { status: 200, body: { personId } };
  }

  function replyTo(path: string, request: IncomingMessage, text: string) {
    if (path.startsWith('/control')) return controlReply(path, request.method, text);
    const inner = path.startsWith(basePath) ? path.slice(basePath.length) : '';
    if (request.method !== 'POST') return { status: 404, body: { message: 'POST only' } };
    if (inner === '/oauth/token') return tokenReply(new URLSearchParams(text));
    return listReply(inner, request, text);
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { pathname = '' } = URL.parse(request.url ?? '/', 'http://register') ?? {};
    const reply: Reply = await replyTo(pathname, request, await bodyOf(request));
    response.writeHead(reply.status, {
      date: new Date(now()).toUTCString(),
      'content-type': reply.html === undefined ? 'application/json; charset=utf-8' : 'text/html',
      ...(reply.location !== undefined && { location: reply.location }),
    });
    response.end(reply.html ?? JSON.stringify(reply.body));
  }

  return {
    handle(request: IncomingMessage, response: ServerResponse) {
      respond(request, response).catch(() => {
        if (!response.headersSent) response.writeHead(400);
        response.end();
      });
    },
    /** Cancels delayed replies. */
    close() {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
