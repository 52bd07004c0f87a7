// The typed client of the administration API, for programs of a university and for pages of this server. Its types come from the
// route table. At run time it needs no schema and no library.

import type { z } from 'zod';
import type { AdminRoute, Problem } from './route.ts';
import type { adminRoutes } from './routes.ts';

type Route = (typeof adminRoutes)[keyof typeof adminRoutes];
type Method = Route['method'];

/** `/api/admin/users/{id}` for `/api/admin/users/:id`: paths are those of the OpenAPI document. */
type Braced<Path extends string> = Path extends `${infer Before}:${infer Name}/${infer After}`
  ? Braced<`${Before}{${Name}}/${After}`>
  : Path extends `${infer Before}:${infer Name}`
    ? `${Before}{${Name}}`
    : Path;

/** The routes by method and path. */
type Routes = {
  [M in Method]: { [R in Extract<Route, { method: M }> as Braced<R['path']>]: R };
};

type SchemaOf<R, Part extends keyof AdminRoute> =
  R extends Record<Part, infer Schema extends z.ZodType> ? Schema : never;
type InputOf<R, Part extends keyof AdminRoute> = z.input<SchemaOf<R, Part>>;
type OutputOf<R, Part extends keyof AdminRoute> = z.output<SchemaOf<R, Part>>;

/** Fields of a body. Those that the server accepts as anything and checks itself have the type that they must have. */
type Given<Input, Output> = {
  [Name in keyof Input]: unknown extends Input[Name] ? Output[Name & keyof Output] : Input[Name];
};

/** Parameters of a query. The server receives texts; a caller gives numbers and flags. */
type Query<Input, Output> = { [Name in keyof Input]: Output[Name & keyof Output] };

/** An option that is missing if its value is `never`, and optional if all its fields are. */
type Field<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : Partial<Value> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value };

type BodyOf<R> = R extends { upload: object }
  ? { body: Blob }
  : R extends { body: z.ZodType }
    ? undefined extends InputOf<R, 'body'>
      ? { body?: Given<InputOf<R, 'body'>, OutputOf<R, 'body'>> }
      : { body: Given<InputOf<R, 'body'>, OutputOf<R, 'body'>> }
    : unknown;

type HeadersOf<R> =
  | (R extends { method: Exclude<Method, 'GET'>; versioned: true } ? { 'If-Match': string } : never)
  | (R extends { idempotent: true } ? { 'Idempotency-Key'?: string } : never);

type ParamsOf<R> = Field<'path', InputOf<R, 'params'>> &
  Field<'query', Query<InputOf<R, 'query'>, OutputOf<R, 'query'>>> &
  Field<'header', HeadersOf<R>>;

type CallOptions<R> = Field<'params', ParamsOf<R>> &
  BodyOf<R> & { headers?: Record<string, string>; signal?: AbortSignal };

/** Of a route without `response` and `file`, undefined. */
type DataOf<R> =
  | (R extends { response: z.ZodType }
      ? OutputOf<R, 'response'>
      : R extends { file: string }
        ? Blob
        : undefined)
  | (R extends { waiting: z.ZodType } ? OutputOf<R, 'waiting'> : never);

/** `data` of a success, or `error` of a refusal. */
type Result<R> =
  | { data: DataOf<R>; error?: undefined; response: Response }
  | { data?: undefined; error: Problem; response: Response };

export type AdminClient = {
  [M in Method]: <Path extends keyof Routes[M]>(
    path: Path,
    ...options: Partial<CallOptions<Routes[M][Path]>> extends CallOptions<Routes[M][Path]>
      ? [options?: CallOptions<Routes[M][Path]>]
      : [options: CallOptions<Routes[M][Path]>]
  ) => Promise<Result<Routes[M][Path]>>;
};

type ClientOptions = {
  /** The address of the server; in its own pages empty. */
  baseUrl: string;
  /** An API token. Pages send none: the session cookie names their user. */
  token?: string;
  fetch?: (request: Request) => Promise<Response>;
};

type AnyOptions = {
  params?: Partial<Record<'path' | 'query' | 'header', Record<string, unknown>>>;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

/** @throws for `.` and `..`, which would lead to another path. */
function textOfPart(value: unknown): string {
  const text = `${value}`;
  if (text === '.' || text === '..') throw new Error(`“${text}” cannot be a part of a path`);
  return encodeURIComponent(text);
}

function addressOf(
  baseUrl: string,
  path: string,
  { path: parts = {}, query = {} }: NonNullable<AnyOptions['params']>,
) {
  const filled = path
    .split('/')
    .map((part) => (part.startsWith('{') ? textOfPart(parts[part.slice(1, -1)]) : part))
    .join('/');
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, `${value}`]));
  return `${baseUrl.replace(/\/$/, '')}${filled}${search.size > 0 ? `?${search}` : ''}`;
}

const typeOf = (body: unknown) =>
  body instanceof Blob ? 'application/octet-stream' : 'application/json';

/** Returns what the server has answered. @throws for an answer that is not of the server, such as that of a proxy. */
async function resultOf(response: Response) {
  const isFile = response.headers.get('content-disposition')?.startsWith('attachment');
  if (response.ok && isFile) return { data: await response.blob(), response };
  const text = await response.text();
  if (response.ok) return { data: text === '' ? undefined : JSON.parse(text), response };
  if (!response.headers.get('content-type')?.startsWith('application/problem+json'))
    throw new Error(`the answer ${response.status} is not one of the administration API`);
  return { error: JSON.parse(text), response };
}

/**
 * Returns a client with a function for each method, such as `client.GET('/api/admin/users/{id}', { params: { path: { id } } })`.
 * @public for programs of universities
 */
export function createAdminClient({
  baseUrl,
  token,
  fetch: send = fetch,
}: ClientOptions): AdminClient {
  const call =
    (method: Method) =>
    async (path: string, { params = {}, body, headers, signal }: AnyOptions = {}) => {
      const request = new Request(addressOf(baseUrl, path, params), {
        method,
        headers: {
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && { 'content-type': typeOf(body) }),
          ...params.header,
          ...headers,
        },
        ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      });
      return resultOf(await send(request));
    };
  return {
    GET: call('GET'),
    POST: call('POST'),
    PUT: call('PUT'),
    PATCH: call('PATCH'),
    DELETE: call('DELETE'),
  } as AdminClient;
}
