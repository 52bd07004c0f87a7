// The form of the routes of the administration API. One table, `routes.ts`, drives the server, the OpenAPI document and the tests.

import { z } from 'zod';
import type { Permission } from './permissions.ts';

export type AdminRoute = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `:name` for parameters. */
  path: `/api/admin/${string}`;
  /** One sentence for the documentation. */
  summary: string;
  /** Null: every user with a role. */
  permission: Permission | null;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Without it the response is 204. */
  response?: z.ZodType;
  /** 201 for creations. */
  status?: 201;
  /**
   * Sessions need a recent sign-in with two factors or a passkey. API tokens were created with one: `tokens-allowed` accepts
   * them, `no-tokens` does not.
   */
  sensitive?: 'tokens-allowed' | 'no-tokens';
  /** The response has `version`, which is its `ETag`. Changes require it in `If-Match`. */
  versioned?: true;
  /** A repeated request with the same `Idempotency-Key` receives the first response. */
  idempotent?: true;
};

export const maxPageSize = 200;

/** The query of a list. `cursor` is `next` of the page before, for the same filters. */
export const pageQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(maxPageSize).default(50),
  cursor: z.string().min(1).max(1024).optional(),
});

/** A page of a list. `next` is null on the last page. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), next: z.string().nullable() });

/** A time in responses: ISO 8601 in UTC. */
export const time = z.iso.datetime();

/** The path of one object. */
export const idParams = z.strictObject({ id: z.uuid() });

/** The body of every error (RFC 9457). `code` is an error code of the product; `fields` maps the path of a field to a short reason. */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  /** For people, in the language of `Accept-Language`: uk or en. */
  detail: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type Problem = z.infer<typeof problem>;
