// The OpenAPI 3.1 document of the administration API, made from its route table.

import { STATUS_CODES } from 'node:http';
import { extentOf, type Permission } from '@brama/contract/admin/permissions';
import { roles } from '@brama/contract/admin/roles';
import { type AdminRoute, problem } from '@brama/contract/admin/route';
import { adminRoutes } from '@brama/contract/admin/routes';
import { type ErrorCode, errorTable } from '@brama/contract/errors';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;

/** JSON Schema 2020-12, which OpenAPI 3.1 uses. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io }) as JsonSchema;
  return rest;
}

function parametersOf(schema: z.ZodObject | undefined, place: 'path' | 'query') {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, own]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: own,
  }));
}

const problemContent = {
  'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
};

/** Returns the refusals that every route may return, and those of its input. */
function refusalsOf({ params, query, body }: AdminRoute) {
  const codes: ErrorCode[] = ['session.required', 'admin.forbidden'];
  if (params || query || body) codes.push('request.invalid');
  if (params) codes.push('admin.not-found');
  return codes.map((code) => {
    const { status } = errorTable[code];
    return [String(status), { description: STATUS_CODES[status], content: problemContent }];
  });
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
  const { params, query, body, summary, permission, response } = route;
  const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
  return {
    operationId: id,
    summary,
    description: callers(permission),
    tags: [route.path.split('/')[3]],
    parameters: [...parametersOf(params, 'path'), ...parametersOf(query, 'query')],
    ...(body && { requestBody: { required: true, content: json(schemaOf(body, 'input')) } }),
    responses: {
      200: { description: 'OK', content: json(schemaOf(response, 'output')) },
      ...Object.fromEntries(refusalsOf(route)),
    },
  };
}

/** The first part of a path below `/api/admin/` → what its routes are about. */
const tags: Record<string, string> = {
  me: 'The caller',
  users: 'Users',
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
      ...{ title: 'Administration of Brama', version },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
      schemas: { Problem: schemaOf(problem, 'output') },
    },
  };
}
