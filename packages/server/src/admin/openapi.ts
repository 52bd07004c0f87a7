// The OpenAPI 3.1 document of the administration API, made from its route table.

import { STATUS_CODES } from 'node:http';
import { access, givenAccess } from '@brama/contract/admin/access';
import { extentOf, type Permission } from '@brama/contract/admin/permissions';
import { roles } from '@brama/contract/admin/roles';
import { type AdminRoute, problem } from '@brama/contract/admin/route';
import { adminRoutes } from '@brama/contract/admin/routes';
import { type ErrorCode, errorTable } from '@brama/contract/errors';
import { z } from 'zod';
import { hasVersion, maxEtagLength } from './conditional.ts';
import { maxKeyLength } from './idempotency.ts';

type JsonSchema = Record<string, unknown>;

/** JSON Schema 2020-12, which OpenAPI 3.1 uses. References lead to the components of the document. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const options = { io, ...(io === 'output' && { override: allowMore }) };
  const { $schema, $defs, ...rest } = z.toJSONSchema(schema, options) as JsonSchema;
  return withComponents(rest);
}

/** Responses may get new fields. */
function allowMore({ jsonSchema }: { jsonSchema: JsonSchema }): void {
  if (jsonSchema['additionalProperties'] === false) delete jsonSchema['additionalProperties'];
}

function withComponents(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', '"#/components/schemas/'));
}

/** Returns the schemas with a name, which others refer to. */
function namedSchemas(): JsonSchema {
  const { $defs = {} } = z.toJSONSchema(z.object({ access, givenAccess }), {
    override: allowMore,
  }) as { $defs?: JsonSchema };
  return Object.fromEntries(
    Object.entries($defs).map(([name, schema]) => {
      const { id: _, ...rest } = schema as JsonSchema;
      return [name, withComponents(rest)];
    }),
  );
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

const problemContent = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};

/** Returns the codes with which the route may refuse a request. */
function refusalsOf({ method, params, body, sensitive, versioned, idempotent }: AdminRoute) {
  const codes: ErrorCode[] = ['request.invalid', 'session.required', 'admin.token-invalid'];
  codes.push(
    'admin.forbidden',
    'admin.roles-suspended',
    'request.too-many',
    'internal',
    'unavailable',
  );
  if (sensitive) codes.push('admin.authentication-required');
  if (params) codes.push('admin.not-found');
  if (body) codes.push('request.malformed', 'request.too-large');
  if (method === 'GET') return codes;
  codes.push('request.unsupported-type', 'request.foreign-origin', 'session.user-changed');
  if (params) codes.push('admin.higher-role');
  if (params || body) codes.push('admin.conflict');
  if (versioned) codes.push('admin.precondition-required', 'admin.version-conflict');
  if (idempotent) codes.push('admin.idempotency-key-reused', 'admin.gone');
  return codes;
}

const headerOf = (description: string) => ({ description, schema: { type: 'string' } });

/** Returns status → response, with the codes of each status. */
function refusalResponses(route: AdminRoute) {
  const codes = Map.groupBy(refusalsOf(route), (code) => errorTable[code].status);
  return Object.fromEntries(
    [...codes].map(([status, some]) => [
      String(status),
      {
        description: some.map((code) => `\`${code}\``).join(', '),
        ...(status === 401 && {
          headers: { 'WWW-Authenticate': headerOf('`Bearer`, in some cases with an `error`.') },
        }),
        content: problemContent,
      },
    ]),
  );
}

const headerParameter = (
  name: string,
  required: boolean,
  { description, maxLength }: { description: string; maxLength: number },
) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', minLength: 1, maxLength },
});

function headersOf({ method, versioned, idempotent }: AdminRoute) {
  return [
    ...(versioned && method !== 'GET'
      ? [
          headerParameter('If-Match', true, {
            description: 'The `ETag` of the object that the caller has read.',
            maxLength: maxEtagLength,
          }),
        ]
      : []),
    ...(idempotent
      ? [
          headerParameter('Idempotency-Key', false, {
            description:
              'A repeated request with the same key receives the first response, for 24 hours; 410 if what it has created is gone.',
            maxLength: maxKeyLength,
          }),
        ]
      : []),
  ];
}

const authentication = {
  'tokens-allowed':
    'A session needs a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added.',
  'no-tokens':
    'Needs a session with a sign-in within 10 minutes with two factors or a passkey; a factor counts from the sign-in after it was added. API tokens are refused.',
};

/** Returns the responses of a success. */
function successOf(route: AdminRoute) {
  const { status = 200, response, waiting, createdPath, parentVersion } = route;
  const headers = {
    ...(hasVersion(route) && { ETag: headerOf('The version.') }),
    ...(parentVersion && { ETag: headerOf(`The new version of the ${parentVersion}.`) }),
    ...(createdPath && { Location: headerOf('The path of the new object.') }),
  };
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

function operationOf(id: string, route: AdminRoute) {
  const { params, query, body, summary, permission, sensitive } = route;
  return {
    operationId: id,
    summary,
    description: [callers(permission), ...(sensitive ? [authentication[sensitive]] : [])].join(' '),
    tags: [route.path.split('/')[3]],
    parameters: [
      ...parametersOf(params, 'path'),
      ...parametersOf(query, 'query'),
      ...headersOf(route),
    ],
    ...(body && {
      requestBody: {
        required: !body.safeParse(undefined).success,
        content: { 'application/json': { schema: schemaOf(body, 'input') } },
      },
    }),
    responses: { ...successOf(route), ...refusalResponses(route) },
  };
}

/** The first part of a path below `/api/admin/` → what its routes are about. */
const tags: Record<string, string> = {
  me: 'The caller',
  users: 'Users',
  groups: 'Groups',
  tokens: 'API tokens',
  roles: 'Roles of administration',
  applications: 'Applications',
  approvals: 'Actions that wait for a second administrator',
  keys: 'Signing keys',
  registrations: 'Applications that register themselves',
  events: 'Events',
};

/** Of the API; increases with incompatible changes. */
const version = '1';

/** Returns the document. `cookieName` is the name of the session cookie. */
export function openApiDocument(cookieName: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [id, route] of Object.entries<AdminRoute>(adminRoutes)) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(id, route) };
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
      schemas: { Problem: schemaOf(problem, 'output'), ...namedSchemas() },
    },
  };
}
