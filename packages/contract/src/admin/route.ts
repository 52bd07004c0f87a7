// The form of the routes of the administration API. One table, `routes.ts`, drives the server, the OpenAPI document and the tests.

import { z } from 'zod';
import { shownText } from '../text.ts';
import { fieldErrorCodes } from './field-reasons.ts';
import { fileReasons } from './imports/codes.ts';
import { allPermissions, type Permission } from './permissions.ts';

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
  /** The body is a file of any form, as `application/octet-stream`, which the handler reads while it comes: no transaction waits for it. */
  upload?: { maxBytes: number };
  /** The response is a file of this type, which is sent while it is read. */
  file?: 'text/csv';
  /** Without it and a file the response is 204. */
  response?: z.ZodType;
  /** 201 for creations. */
  status?: 201;
  /** The response 202, if the action waits for the approval of a second administrator. */
  waiting?: z.ZodType;
  /** For creations: the field of the response which completes the path of the request to that of the new object (`Location`). */
  createdPath?: 'id' | 'name';
  /**
   * Sessions need a recent sign-in with two factors or a passkey. API tokens were created with one: `tokens-allowed` accepts
   * them, `no-tokens` does not.
   */
  sensitive?: 'tokens-allowed' | 'no-tokens';
  /** `id` names an object of this kind: callers whose extent is `own` reach their own objects only. Others are not found. */
  owned?: 'application';
  /** The response has `version`, which is its `ETag`. Changes require it in `If-Match`. */
  versioned?: true;
  /** A change of a part answers without a body; its `ETag` is the new version of this object. */
  parentVersion?: 'user' | 'application';
  /** A `POST` that changes nothing, and has a body because it is long: it runs without a transaction. */
  reads?: true;
  /** A repeated request with the same `Idempotency-Key` receives the first response. */
  idempotent?: true;
};

export const maxPageSize = 200;

/** The query of a list. */
export const pageQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(maxPageSize)
    .default(50)
    .describe('The most items of the page.'),
  cursor: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .describe('`next` of the page before, with the same filters.'),
});

/** A page of a list. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next: z.string().nullable().describe('The `cursor` of the next page; null on the last one.'),
  });

/** A part by which a list is searched; `within` says in what. */
export const searchText = (within: string) =>
  z.string().min(1).max(100).optional().describe(`A part of ${within}.`);

/** One line of text in a body. PostgreSQL rejects NUL, and manifests all control characters. */
export const line = (maxLength: number) =>
  shownText(
    z
      .string()
      .trim()
      .min(1)
      .max(maxLength)
      .regex(/^[^\p{Cc}\p{Cs}\u2028\u2029]*$/u, 'must not hold control characters or line breaks'),
  );

/** A flag in a query. */
export const givenFlag = z
  .stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive' })
  .meta({ type: 'boolean' });

/** A time in responses: ISO 8601 in UTC. */
export const time = z.iso.datetime();

export const timeReason = 'must be a time such as 2026-12-31T21:00:00Z';

/** No place has an offset of more than 14 hours. */
const unusedOffset = /[+-](?:1[5-9]|2\d):\d\d$/;
/** Later times have another form. */
const yearTenThousand = Date.UTC(10_000, 0);
/** More than any precision needs. */
const maxTimeLength = 64;

/** A time in requests: ISO 8601 with any offset and any precision. */
export const givenTime = z.iso
  .datetime({
    offset: true,
    error: ({ input }) => (input === undefined ? undefined : timeReason),
  })
  .max(maxTimeLength, `must be at most ${maxTimeLength} characters long`)
  .refine((text) => !unusedOffset.test(text), timeReason)
  .refine((text) => {
    const at = Date.parse(text);
    return Number.isNaN(at) || (at >= 0 && at < yearTenThousand);
  }, 'must be between the years 1970 and 9999');

/** The path of one object. */
export const idOf = (what: string) =>
  z.strictObject({ id: z.uuid().describe(`Id of the ${what}.`) });
export const userParams = idOf('user');

/** Why a caller with the permission is refused. */
export const forbiddenReasons = ['tokens-not-allowed'] as const;

/** The body of every error (RFC 9457). */
export const problem = z
  .object({
    type: z.literal('about:blank'),
    title: z.string().describe('The name of the status.'),
    status: z.int(),
    code: z.string().describe('The error code, which stays the same in later releases.'),
    detail: z.string().describe('For people, in the language of `Accept-Language`: uk or en.'),
    requestId: z.string().describe('The id of the request in the log of the server.'),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .describe('Path of each refused field → reason in English, for at most 50 fields.'),
    errors: z
      .array(
        z.object({
          pointer: z
            .string()
            .describe(
              'JSON Pointer (RFC 6901) of the field in the body; of a parameter or header, `/` and its name.',
            ),
          code: z.enum(fieldErrorCodes).describe('What is wrong; later releases may have others.'),
          detail: z.string().describe('For people, in the language of `Accept-Language`.'),
        }),
      )
      .optional()
      .describe('The same as `fields`, for programs and for people.'),
    omittedFields: z
      .int()
      .min(1)
      .optional()
      .describe('How many more fields are refused, beyond those in `fields` and `errors`.'),
    permission: z
      .enum(allPermissions)
      .optional()
      .describe('With `admin.forbidden`: the permission that the caller lacks.'),
    fileReason: z
      .enum(fileReasons)
      .optional()
      .describe('With `request.invalid`, where a file was sent: why it cannot be read.'),
    reason: z
      .enum(forbiddenReasons)
      .optional()
      .describe(
        'With `admin.forbidden`, where the permission would suffice. `tokens-not-allowed`: the route needs a session.',
      ),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof problem>;
