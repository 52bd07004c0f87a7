// Records what a composed server really uses: the labels of derived keys, the contexts of encryption, the names of
// cookies and the routes. Reads no source, so a renamed file or function changes nothing here.

import crypto from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { syncBuiltinESMExports } from 'node:module';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { z } from 'zod';

/** Every label is shown with the key it yields from this DATA_KEY. */
const dataKey = Buffer.alloc(32, 7);

const setCookie = 'set-cookie';

/** An id within a context: a UUID, or a hash or random value in base64. */
const idForm = /[\w+/-]{22,43}=?/g;
/** Each sign-in attempt with Google has a cookie of its own. */
const cookieIdForm = /(?<=brama_google_).*/;

export function createRecorder() {
  const derivedKeys = new Map<string, string>();
  const contexts = new Set<string>();
  const cookies = new Map<string, string>();
  const methodsByPath = new Map<string, string[]>();
  const schemas = new Map<string, RouteOptions['schema']>();
  const real = crypto.hkdfSync;

  function recordRoute({ method, url, schema }: RouteOptions) {
    // `docs/openapi.json` has them
    if (url.startsWith('/api/admin/')) return;
    for (const one of [method].flat()) {
      methodsByPath.set(url, [...new Set([...(methodsByPath.get(url) ?? []), one])].sort());
      // HEAD has the schema of GET
      if (one !== 'HEAD') schemas.set(`${one} ${url}`, schema);
    }
  }

  function recordServer(message: unknown) {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', recordRoute);
    fastify.addHook('onSend', async (_request, reply) => recordCookies(reply.getHeader(setCookie)));
    // the OpenID Connect library writes its responses past Fastify
    fastify.addHook('onResponse', async (_request, reply) =>
      recordCookies(reply.raw.getHeader(setCookie)),
    );
  }

  function recordCookies(header: string | number | string[] | undefined) {
    for (const line of [header ?? []].flat()) recordCookie(`${line}`);
  }

  function recordCookie(line: string) {
    const [pair = '', ...attributes] = line.split('; ');
    const name = pair.slice(0, pair.indexOf('=')).replace(cookieIdForm, '*');
    const lasting = attributes.filter((one) => !/^(Max-Age|Expires)=/i.test(one));
    cookies.set(name, lasting.sort().join('; ').toLowerCase());
  }

  const recordedHkdf: typeof real = (digest, key, salt, info, length) => {
    const shown = Buffer.from(real(digest, dataKey, salt, info, length)).toString('hex');
    derivedKeys.set(`${info}`, shown);
    return real(digest, key, salt, info, length);
  };

  const cipher = Object.getPrototypeOf(
    crypto.createCipheriv('aes-256-gcm', dataKey, Buffer.alloc(12)),
  );
  const realSetAad = cipher.setAAD;

  return {
    derivedKeys,
    contexts,
    cookies,
    methodsByPath,
    schemas,
    start() {
      crypto.hkdfSync = recordedHkdf;
      syncBuiltinESMExports();
      cipher.setAAD = function (this: unknown, context: Buffer, ...rest: unknown[]) {
        contexts.add(`${context}`.replace(idForm, '*'));
        return realSetAad.call(this, context, ...rest);
      };
      subscribe('fastify.initialization', recordServer);
    },
    stop() {
      crypto.hkdfSync = real;
      syncBuiltinESMExports();
      cipher.setAAD = realSetAad;
      unsubscribe('fastify.initialization', recordServer);
    },
  };
}

type Json = { [name: string]: unknown };

/** Returns a line for each field: where it stands, `?` where it may be missing, and its type. */
function fieldsOf(node: Json, path: string, required = true): string[] {
  const { properties = {}, required: names = [], items, additionalProperties, anyOf } = node;
  const own = `${path}${required ? '' : '?'}: ${typeOf(node)}`;
  const lines = path === '' ? [] : [own];
  for (const [name, child] of Object.entries(properties as Json))
    lines.push(...fieldsOf(child as Json, `${path}.${name}`, (names as string[]).includes(name)));
  if (items) lines.push(...fieldsOf(items as Json, `${path}[]`).slice(1));
  if (typeof additionalProperties === 'object' && additionalProperties)
    lines.push(...fieldsOf(additionalProperties as Json, `${path}.*`));
  for (const one of (anyOf as Json[] | undefined) ?? [])
    if (one['properties']) lines.push(...fieldsOf(one, path).slice(1));
  return lines;
}

function typeOf({ type, enum: values, const: value, anyOf, items }: Json): string {
  if (values) return (values as string[]).join(' | ');
  if (value !== undefined) return `${value}`;
  if (anyOf) return (anyOf as Json[]).map(typeOf).join(' | ');
  return items ? `${typeOf(items as Json)}[]` : `${type}`;
}

type RouteSchema = { body?: unknown; querystring?: unknown; response?: Record<string, unknown> };

/** Returns the fields of a route: of its body, its query, and its response for each status. */
export function fieldsOfRoute(route: string, schema: unknown): [string, string[]][] {
  const { body, querystring, response = {} } = (schema ?? {}) as RouteSchema;
  const found: [string, string[]][] = [];
  if (body) found.push([`${route} body`, jsonFields(body, 'input')]);
  if (querystring) found.push([`${route} query`, jsonFields(querystring, 'input')]);
  for (const [status, one] of Object.entries(response))
    found.push([`${route} ${status}`, jsonFields(one, 'output')]);
  return found;
}

/** Returns the JSON fields of one schema, in the order of the schema. */
function jsonFields(schema: unknown, io: 'input' | 'output'): string[] {
  const json = z.toJSONSchema(schema as z.ZodType, { io, unrepresentable: 'any' });
  return fieldsOf(json as Json, '');
}
