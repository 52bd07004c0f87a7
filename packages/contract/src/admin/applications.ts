// Applications, their secrets, owners and previews, in the administration API.

import { z } from 'zod';
import { access, givenAccess } from './access.ts';
import { type AdminRoute, idParams, pageOf, pageQuery, time } from './route.ts';

const protocols = ['ticket', 'oidc', 'link'] as const;
const releases = z.array(z.enum(['taxId']));
const minimumLevel = z.enum(['urn:brama:acr:2', 'urn:brama:acr:mfa']).nullable();

const texts = (maxLength: number) => {
  const text = z.string().trim().min(1).max(maxLength);
  return z.strictObject({ uk: text, en: text });
};
const shownTexts = z.object({ uk: z.string(), en: z.string() });

const applicationSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  title: shownTexts,
  protocol: z.string(),
});

const application = z.object({
  id: z.uuid(),
  name: z.string(),
  title: shownTexts,
  description: shownTexts,
  category: shownTexts.nullable(),
  /** Path of the picture. */
  icon: z.string().nullable(),
  access,
  contact: z.string().nullable(),
  releases,
  minimumLevel,
  sandbox: z.boolean(),
  protocol: z
    .looseObject({ type: z.string() })
    .describe('The settings of the protocol, as in a manifest, without secrets.'),
  version: z.int(),
  createdAt: time,
  updatedAt: time,
});

/** The protocol of the application parses the settings. */
const givenProtocol = z
  .looseObject({ type: z.enum(protocols) })
  .describe('The settings of the protocol, as in a manifest, without secrets.');

const fields = {
  name: z.string().max(64),
  title: texts(100),
  description: texts(500),
  category: texts(100).nullable(),
  icon: z
    .string()
    .max(90_000)
    .regex(/^data:image\//, 'must be a data URL of a picture')
    .nullable(),
  access: givenAccess,
  contact: z.string().max(254).nullable(),
  releases,
  minimumLevel,
  protocol: givenProtocol,
};
const { name, title, description, protocol, access: required, ...optional } = fields;

const newApplication = z.strictObject({
  ...{ name, title, description, protocol, access: required },
  ...z.strictObject(optional).partial().shape,
});
const change = z.strictObject(fields).partial();

const secretName = z.string().trim().min(1).max(100);
const secret = z.object({
  id: z.string(),
  name: z.string(),
  /** Null for the secret of a manifest. */
  createdAt: time.nullable(),
  expiresAt: time.nullable(),
  lastUsedAt: time.nullable(),
});
export const maxSecretDays = 3 * 366;

const owner = z.object({ id: z.uuid(), username: z.string(), fullName: z.string() });
const ownerParams = idParams.extend({ userId: z.uuid() });
const user = owner;

const explanation = z.object({
  summary: z.string(),
  /** One line for each condition; `level` is its indentation. */
  conditions: z.array(z.object({ level: z.int(), text: z.string() })),
});

const refusal = z.object({
  /** The last time. */
  at: time,
  count: z.int(),
  request: z.string(),
  error: z.string(),
  reason: z.string().optional(),
  /** The parameter that differs from the record: what was sent, and what is registered. */
  parameter: z.string().optional(),
  received: z.array(z.string()).optional(),
  registered: z.array(z.string()).optional(),
  differs: z.array(z.string()).optional(),
});

export const applicationRoutes = {
  listApplications: {
    method: 'GET',
    path: '/api/admin/applications',
    summary: 'Lists applications by name; owners see their own.',
    permission: 'applications.read',
    query: pageQuery.extend({
      /** A part of the name or of a title. */
      text: z.string().min(1).max(100).optional(),
      protocol: z.enum(protocols).optional(),
      owner: z.uuid().optional(),
    }),
    response: pageOf(applicationSummary),
  },
  createApplication: {
    method: 'POST',
    path: '/api/admin/applications',
    summary: 'Creates an application. It has no secret yet.',
    permission: 'applications.manage',
    body: newApplication,
    response: application,
    status: 201,
    sensitive: 'tokens-allowed',
    idempotent: true,
  },
  readApplication: {
    method: 'GET',
    path: '/api/admin/applications/:id',
    summary: 'Returns an application.',
    permission: 'applications.read',
    params: idParams,
    response: application,
    versioned: true,
  },
  changeApplication: {
    method: 'PATCH',
    path: '/api/admin/applications/:id',
    summary:
      'Changes the given fields. Owners change neither access nor what concerns data of users or the sign-in.',
    permission: 'applications.write',
    params: idParams,
    body: change,
    response: application,
    versioned: true,
  },
  deleteApplication: {
    method: 'DELETE',
    path: '/api/admin/applications/:id',
    summary: 'Deletes an application with its grants, secrets and tickets.',
    permission: 'applications.manage',
    params: idParams,
    sensitive: 'tokens-allowed',
    versioned: true,
  },
  listApplicationSecrets: {
    method: 'GET',
    path: '/api/admin/applications/:id/secrets',
    summary: 'Lists the client secrets with their dates. The secrets themselves are not stored.',
    permission: 'applications.read',
    params: idParams,
    response: z.object({ items: z.array(secret) }),
  },
  createApplicationSecret: {
    method: 'POST',
    path: '/api/admin/applications/:id/secrets',
    summary: 'Creates a client secret. The response shows it this once; the others stay valid.',
    permission: 'applications.secrets',
    params: idParams,
    body: z.strictObject({ name: secretName, expiresAt: time }),
    response: secret.extend({ secret: z.string() }),
    status: 201,
    sensitive: 'tokens-allowed',
    idempotent: true,
  },
  deleteApplicationSecret: {
    method: 'DELETE',
    path: '/api/admin/applications/:id/secrets/:secretId',
    summary: 'Deletes a client secret: requests with it are refused at once.',
    permission: 'applications.secrets',
    params: idParams.extend({ secretId: z.union([z.uuid(), z.literal('manifest')]) }),
    sensitive: 'tokens-allowed',
  },
  listApplicationOwners: {
    method: 'GET',
    path: '/api/admin/applications/:id/owners',
    summary: 'Lists the owners of an application.',
    permission: 'applications.read',
    params: idParams,
    response: z.object({ items: z.array(owner) }),
  },
  addApplicationOwner: {
    method: 'PUT',
    path: '/api/admin/applications/:id/owners/:userId',
    summary:
      'Makes a user an owner of an application. To use this API the user needs the role too.',
    permission: 'applications.manage',
    params: ownerParams,
    sensitive: 'tokens-allowed',
  },
  removeApplicationOwner: {
    method: 'DELETE',
    path: '/api/admin/applications/:id/owners/:userId',
    summary: 'Removes an owner of an application.',
    permission: 'applications.manage',
    params: ownerParams,
    sensitive: 'tokens-allowed',
  },
  explainApplicationAccess: {
    method: 'GET',
    path: '/api/admin/applications/:id/access/explanation',
    summary: 'Says in plain words who has access, and how many users that are.',
    permission: 'applications.read',
    params: idParams,
    response: z.object({ uk: explanation, en: explanation, users: z.int() }),
  },
  listApplicationUsers: {
    method: 'GET',
    path: '/api/admin/applications/:id/access/users',
    summary: 'Lists the users who have access. The request is recorded as an event.',
    permission: 'users.read',
    params: idParams,
    query: pageQuery,
    response: pageOf(user).extend({ total: z.int() }),
  },
  previewApplicationClaims: {
    method: 'GET',
    path: '/api/admin/applications/:id/claims',
    summary:
      'Returns what the application learns about a user. The request is recorded as an event.',
    permission: 'users.read',
    params: idParams,
    query: z.strictObject({ user: z.uuid() }),
    response: z.object({
      hasAccess: z.boolean(),
      /** The user must agree first. */
      needsConsent: z.boolean(),
      claims: z.record(z.string(), z.unknown()),
      /** Released too, if the user signs in with a method that proves it. */
      receivesTaxId: z.boolean(),
    }),
  },
  diagnoseApplication: {
    method: 'GET',
    path: '/api/admin/applications/:id/diagnostics',
    summary: 'Returns the last sign-in and the last refused requests, equal ones once.',
    permission: 'applications.read',
    params: idParams,
    response: z.object({ lastSignInAt: time.nullable(), refusals: z.array(refusal) }),
  },
} as const satisfies Record<string, AdminRoute>;
