// The OpenAPI 3.1 document of the administration API, made from its route table.

import { STATUS_CODES } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { extentOf, type Permission } from '@brama/contract/admin/permissions';
import { roles } from '@brama/contract/admin/roles';
import { type AdminRoute, pageQuery } from '@brama/contract/admin/route';
import { adminRoutes } from '@brama/contract/admin/routes';
import { type ErrorCode, errorTable } from '@brama/contract/errors';
import { z } from 'zod';
import { hasVersion, maxEtagLength } from './conditional.ts';
import { maxKeyLength } from './idempotency.ts';

type JsonSchema = Record<string, unknown>;

/** Responses may get new fields. */
function allowMore({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties'];
}

/** JSON Schema 2020-12, which OpenAPI 3.1 uses. References lead to the components of the document. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const options = { io, ...(io === 'output' && { override: allowMore }) };
  const { $schema, $defs, ...rest } = z.toJSONSchema(schema, options) as JsonSchema;
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

/** Returns all schemas with an id, to which the others refer. */
function namedSchemas(): JsonSchema {
  const { schemas } = z.toJSONSchema(z.globalRegistry, {
    override: allowMore,
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries(schemas)
      .map(([name, { $schema, $id, id, ...schema }]) => [name, schema] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Parameters and responses that operations share. */
class Components {
  readonly parameters: Record<string, object> = {};
  readonly responses: Record<string, object> = {};

  /** Returns a reference. @throws if another component has the name. */
  refer(kind: 'parameters' | 'responses', name: string, component: object) {
    this[kind][name] ??= component;
    if (!isDeepStrictEqual(this[kind][name], component)) throw new Error(`two ${kind}: ${name}`);
    return { $ref: `#/components/${kind}/${name}` };
  }
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...own }]) => ({
    name,
    in: place,
    description,
    required: place === 'path' || required.includes(name),
    schema: own,
  }));
}

/** Returns `users.memberships.group` for `group` of `/api/admin/users/:id/memberships/:group`. */
function nameOfPart(path: string, name: string): string {
  const [before = ''] = path.split(`:${name}`);
  const words = before
    .split('/')
    .slice(3)
    .filter((part) => part !== '' && !part.startsWith(':'));
  return [...words, name].join('.');
}

/** Those of paths and pages are shared; other parameters belong to one operation. */
function requestParameters({ path, params, query }: AdminRoute, components: Components) {
  return [
    ...parametersOf(params, 'path').map((parameter) =>
      components.refer('parameters', nameOfPart(path, parameter.name), parameter),
    ),
    ...parametersOf(query, 'query').map((parameter) =>
      parameter.name in pageQuery.shape
        ? components.refer('parameters', parameter.name, parameter)
        : parameter,
    ),
  ];
}

const problemContent = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};

const mebibyte = 1024 * 1024;

/** The codes with which every route may refuse a request. */
const usualRefusals: readonly ErrorCode[] = [
  'request.invalid',
  'session.required',
  'admin.token-invalid',
  'admin.forbidden',
  'admin.roles-suspended',
  'request.too-many',
  'internal',
  'unavailable',
];

/** The query of a file names an object, and reading it needs memory. */
const missing: readonly ErrorCode[] = ['admin.not-found', 'busy'];

/** Returns the codes with which the route may refuse a request. */
function refusalsOf(route: AdminRoute) {
  const { method, params, body, upload, sensitive, versioned, idempotent } = route;
  const codes = [...usualRefusals];
  if (sensitive) codes.push('admin.authentication-required');
  if (params) codes.push('admin.not-found');
  if (body || upload) codes.push('request.malformed', 'request.too-large');
  if (method === 'GET') return codes;
  codes.push('request.unsupported-type', 'request.foreign-origin', 'session.user-changed');
  if (params) codes.push('admin.higher-role');
  if (params || body || upload) codes.push('admin.conflict', ...(upload ? missing : []));
  if (versioned) codes.push('admin.precondition-required', 'admin.version-conflict');
  if (idempotent) codes.push('admin.idempotency-key-reused', 'admin.gone');
  return codes;
}

const headerOf = (description: string) => ({ description, schema: { type: 'string' } });

/** `Forbidden`, and with further codes `Forbidden.higher-role`. */
function nameOfRefusal(status: number, codes: readonly ErrorCode[]): string {
  const further = codes
    .filter((code) => !usualRefusals.includes(code))
    .map((code) => code.split('.')[1]);
  const title = `${STATUS_CODES[status]}`.replaceAll(' ', '');
  return further.length === codes.length ? title : [title, ...further].join('.');
}

/** Returns status → response, with the codes of each status. */
function refusalResponses(route: AdminRoute, components: Components) {
  const codes = Map.groupBy(refusalsOf(route), (code) => errorTable[code].status);
  return Object.fromEntries(
    [...codes].map(([status, some]) => [
      String(status),
      components.refer('responses', nameOfRefusal(status, some), {
        description: some.map((code) => `\`${code}\``).join(', '),
        ...(status === 401 && {
          headers: { 'WWW-Authenticate': headerOf('`Bearer`, in some cases with an `error`.') },
        }),
        content: problemContent,
      }),
    ]),
  );
}

/** The version that a change must name. */
const ifMatch = {
  name: 'If-Match',
  in: 'header',
  required: true,
  description: 'The `ETag` of the object that the caller has read.',
  schema: { type: 'string', minLength: 1, maxLength: maxEtagLength },
};

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A repeated request with the same key receives the first response, for 24 hours; 410 if what it has created is gone.',
  schema: { type: 'string', minLength: 1, maxLength: maxKeyLength },
};

function headersOf({ method, versioned, idempotent }: AdminRoute, components: Components) {
  const headers = [
    ...(versioned && method !== 'GET' ? [ifMatch] : []),
    ...(idempotent ? [idempotencyKey] : []),
  ];
  return headers.map((header) => components.refer('parameters', header.name, header));
}

const authentication = {
  'tokens-allowed':
    'A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.',
  'no-tokens':
    'Needs a session with a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added. API tokens are refused.',
};

/** Returns the responses of a success. */
function successOf(route: AdminRoute) {
  const { status = 200, response, file, waiting, createdPath, parentVersion } = route;
  const headers = {
    ...(hasVersion(route) && { ETag: headerOf('The version.') }),
    ...(parentVersion && { ETag: headerOf(`The new version of the ${parentVersion}.`) }),
    ...(createdPath && { Location: headerOf('The path of the new object.') }),
  };
  if (file)
    return { 200: { description: 'OK', content: { [file]: { schema: { type: 'string' } } } } };
  const done = response
    ? {
        [status]: {
          description: STATUS_CODES[status],
          ...(Object.keys(headers).length > 0 && { headers }),
          content: { 'application/json': { schema: schemaOf(response, 'output') } },
        },
      }
    : { 204: { description: 'No Content', ...(parentVersion && { headers }) } };
  return {
    ...done,
    ...(waiting && {
      202: {
        description: 'The action waits for a second administrator.',
        content: { 'application/json': { schema: schemaOf(waiting, 'output') } },
      },
    }),
  };
}

/** Returns who may call the route, for its description. */
function callers(permission: Permission | null): string {
  if (permission === null) return 'Every role.';
  const holders = roles.flatMap((role) => {
    const extent = extentOf(permission, [role]);
    if (extent === undefined) return [];
    return [extent === 'own' ? `${role} (own objects)` : role];
  });
  return `Permission \`${permission}\`: ${holders.join(', ')}.`;
}

function operationOf(id: string, route: AdminRoute, components: Components) {
  const { body, upload, summary, permission, sensitive } = route;
  return {
    operationId: id,
    summary,
    description: [callers(permission), ...(sensitive ? [authentication[sensitive]] : [])].join(' '),
    tags: [route.path.split('/')[3]],
    parameters: [...requestParameters(route, components), ...headersOf(route, components)],
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { 'application/json': { schema: schemaOf(body, 'input') } },
      },
    }),
    ...(upload && {
      requestBody: {
        required: true,
        description: `A file of at most ${upload.maxBytes / mebibyte} MiB.`,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    responses: { ...successOf(route), ...refusalResponses(route, components) },
  };
}

/** The first part of a path below `/api/admin/` → what its routes are about. */
const tags: Record<string, string> = {
  me: 'The caller',
  users: 'Users',
  'bulk-changes': 'Changes of many users',
  sources: 'Sources of users',
  imports: 'Imports of users',
  groups: 'Groups',
  tokens: 'API tokens',
  roles: 'Roles of administration',
  applications: 'Applications',
  approvals: 'Actions that wait for a second administrator',
  keys: 'Signing keys',
  registrations: 'Applications that register themselves',
  'sign-in-attempts': 'Refused sign-ins of known users',
  events: 'Events',
  attention: 'What needs attention',
  settings: 'Settings in effect',
  doctor: 'Checks of the installation',
  statistics: 'Statistics',
  status: 'Whether the installation works',
};

/** Of the API; increases with incompatible changes. */
const version = '1';

/** Returns the document. `cookieName` is the name of the session cookie. */
export function openApiDocument(cookieName: string) {
  const components = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [id, route] of Object.entries<AdminRoute>(adminRoutes)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: operationOf(id, route, components),
    };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Administration of Brama',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }, { token: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: cookieName,
          description: 'Changes are accepted from pages of this origin only.',
        },
        token: { type: 'http', scheme: 'bearer', description: 'An API token.' },
      },
      parameters: components.parameters,
      responses: components.responses,
      schemas: namedSchemas(),
    },
  };
}
