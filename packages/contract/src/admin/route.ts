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
  response: z.ZodType;
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

/** The body of every error (RFC 9457). `code` is an error code of the product; `fields` maps the path of a field to a short reason. */
export const problem = z.object({
  type: z.literal('about:blank'),
  title: z.string(),
  status: z.int(),
  code: z.string(),
  requestId: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type Problem = z.infer<typeof problem>;
