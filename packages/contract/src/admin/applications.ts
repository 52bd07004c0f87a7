// Applications, their secrets, owners and previews, in the administration API.

import { z } from 'zod';
import { type RequiredField, requiredFields, schemasOf } from '../applications/fields.ts';
import { groupName } from '../groups/fields.ts';
import { shownTexts } from '../text.ts';
import { givenAccess } from './access.ts';
import {
  type AdminRoute,
  givenTime,
  idOf,
  line,
  pageOf,
  pageQuery,
  searchText,
  time,
} from './route.ts';

const protocolTypes = ['ticket', 'oidc', 'cas', 'link'] as const;
export type ProtocolType = (typeof protocolTypes)[number];
/** The server names the valid ones beside other faults of the settings. */
const protocolType = z.string().max(32).describe('The type of the protocol, as in a manifest.');
const applicationSummary = z.object({
  id: z.uuid(),
  name: z.string(),
  title: shownTexts,
  protocol: z.string(),
  lastSignInAt: time
    .nullable()
    .describe('When the application last exchanged a code, or validated a ticket.'),
  recentRefusals: z
    .object({
      count: z
        .int()
        .describe('How often: equal requests are counted together, also those of the days before.'),
      lastAt: time,
    })
    .nullable()
    .describe('Requests that were refused in the last 24 hours; null if there were none.'),
});

const application = z
  .object({
    id: z.uuid(),
    ...schemasOf('inResponse'),
    sandbox: z
      .boolean()
      .describe(
        'Marks the sandbox: the application with which the button wizard runs a trial sign-in. At most one.',
      ),
    protocol: z
      .looseObject({ type: z.string() })
      .describe('The settings of the protocol, as in a manifest, without secrets.'),
    version: z.int(),
    createdAt: time,
    updatedAt: time,
  })
  .meta({ id: 'Application' });

/** The protocol of the application parses the settings. */
const givenProtocol = z
  .looseObject({ type: protocolType })
  .describe('The settings of the protocol, as in a manifest, without secrets.');

const fields = { ...schemasOf('inRequest'), protocol: givenProtocol };
const isRequired = (name: string) =>
  name === 'protocol' || requiredFields.some((one) => one === name);

/** Returns the schemas of the fields that a new application needs, or of the others. */
const fieldsThat = <Name extends keyof typeof fields>(are: boolean) =>
  z.strictObject(
    Object.fromEntries(Object.entries(fields).filter(([name]) => isRequired(name) === are)) as Pick<
      typeof fields,
      Name
    >,
  );

type Required = RequiredField | 'protocol';
const newApplication = z.strictObject({
  ...fieldsThat<Required>(true).shape,
  ...fieldsThat<Exclude<keyof typeof fields, Required>>(false).partial().shape,
});
const change = z.strictObject(fields).partial();

const secretName = line(100);
const secret = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: time.nullable().describe('Null for the secret of a manifest.'),
  expiresAt: time.nullable().describe('Null: the secret does not expire.'),
  lastUsedAt: time.nullable(),
});
export const maxSecretDays = 3 * 366;

const owner = z
  .object({ id: z.uuid(), username: z.string(), fullName: z.string() })
  .meta({ id: 'Person' });
const applicationParams = idOf('application');
const ownerParams = applicationParams.extend({ userId: z.uuid().describe('Id of the owner.') });
const user = owner;

const explanation = z
  .object({
    summary: z.string(),
    conditions: z
      .array(z.object({ level: z.int().describe('Its indentation.'), text: z.string() }))
      .describe('One line for each condition.'),
  })
  .meta({ id: 'AccessExplanation' });

const refusal = z.object({
  at: time.describe('The last time.'),
  count: z.int().describe('How many equal requests were refused.'),
  request: z.string().describe('The kind of the request.'),
  error: z.string().describe('An error code of OAuth 2.0, or of this server.'),
  reason: z.string().optional(),
  parameter: z.string().optional().describe('The parameter that differs from the record.'),
  received: z.array(z.string()).optional().describe('What was sent.'),
  registered: z.array(z.string()).optional().describe('What is registered.'),
  differs: z.array(z.string()).optional().describe('The parts in which they differ.'),
});

const accessExplanation = z.object({
  uk: explanation,
  en: explanation,
  users: z.int().describe('How many users have access; may be 30 seconds old.'),
});

/** `no-way`: the user has no way to sign in that the application accepts. */
const refusedReasons = ['disabled', 'no-access', 'no-way'] as const;
export type RefusedReason = (typeof refusedReasons)[number];

const changedUsers = z.object({
  count: z.int(),
  users: z.array(user).describe('The first 50 by username.'),
});

const failedLogouts = z.object({
  count: z.int(),
  lastAt: time,
  reason: z
    .string()
    .nullable()
    .describe(
      'Of the last one: `status` with the HTTP status of the answer, `certificate` with a code, or a code such as `ECONNREFUSED`.',
    ),
});

const logouts = z.object({
  isNotified: z
    .boolean()
    .describe(
      'The application is notified when a session ends; the protocol and the settings say so.',
    ),
  since: time.describe('The counts begin then, 30 days ago.'),
  delivered: z.object({ count: z.int(), lastAt: time }).nullable(),
  failed: failedLogouts.nullable().describe('Failed attempts; another one followed.'),
  givenUp: failedLogouts
    .nullable()
    .describe('Notifications whose last attempt failed; no further one follows.'),
  waiting: z.int().describe('Notifications that failed and will be sent again.'),
  nextAttemptAt: time.nullable().describe('The first of the next attempts.'),
});

const diagnostics = z.object({
  now: time.describe('The clock of the server: what is older was before this answer.'),
  requestedAt: time.nullable().describe('When a valid request for a sign-in last arrived.'),
  issuedAt: time
    .nullable()
    .describe('When the application last received a code or ticket of a user.'),
  lastSignInAt: time
    .nullable()
    .describe('When the application last exchanged a code, or validated a ticket.'),
  opensFromPortal: z.boolean().describe('The portal can open it for its users.'),
  items: z.array(refusal).describe('The refused requests, the last one first.'),
  logouts: logouts.describe('What came of the back-channel logout notifications.'),
});

export const applicationRoutes = {
  listApplications: {
    method: 'GET',
    path: '/api/admin/applications',
    summary:
      'Lists applications by name, with the last sign-in and refused requests; owners see their own.',
    permission: 'applications.read',
    query: pageQuery.extend({
      q: searchText('the name or of a title'),
      protocol: z.enum(protocolTypes).optional().describe('Only applications of this protocol.'),
      ownerId: z.uuid().optional().describe('Only applications of which this user is an owner.'),
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
    createdPath: 'id',
    sensitive: 'tokens-allowed',
    idempotent: true,
  },
  validateNewApplication: {
    method: 'POST',
    path: '/api/admin/applications/validate',
    summary:
      'Checks the fields of a new application as they are typed, and refuses them as the creation would; icons are not checked. Changes nothing.',
    permission: 'applications.manage',
    body: change,
    reads: true,
  },
  validateApplication: {
    method: 'POST',
    path: '/api/admin/applications/:id/validate',
    summary:
      'Checks changed fields of an application as they are typed, and refuses them as the change would; icons are not checked. Changes nothing.',
    permission: 'applications.write',
    owned: 'application',
    params: applicationParams,
    body: change,
    reads: true,
  },
  readApplication: {
    method: 'GET',
    path: '/api/admin/applications/:id',
    summary: 'Returns an application.',
    permission: 'applications.read',
    owned: 'application',
    params: applicationParams,
    response: application,
    versioned: true,
  },
  updateApplication: {
    method: 'PATCH',
    path: '/api/admin/applications/:id',
    summary:
      'Changes the given fields. Owners change neither access nor what concerns data of users or the sign-in. Public keys need `applications.secrets` too.',
    permission: 'applications.write',
    owned: 'application',
    params: applicationParams,
    body: change,
    response: application,
    sensitive: 'tokens-allowed',
    versioned: true,
  },
  deleteApplication: {
    method: 'DELETE',
    path: '/api/admin/applications/:id',
    summary: 'Deletes an application with its grants, secrets and tickets.',
    permission: 'applications.manage',
    params: applicationParams,
    sensitive: 'tokens-allowed',
    versioned: true,
  },
  listApplicationSecrets: {
    method: 'GET',
    path: '/api/admin/applications/:id/secrets',
    summary: 'Lists the client secrets with their dates. The secrets themselves are not stored.',
    permission: 'applications.read',
    owned: 'application',
    params: applicationParams,
    response: z.object({ items: z.array(secret) }),
  },
  createApplicationSecret: {
    method: 'POST',
    path: '/api/admin/applications/:id/secrets',
    summary: 'Creates a client secret. The response shows it this once; the others stay valid.',
    permission: 'applications.secrets',
    owned: 'application',
    params: applicationParams,
    body: z.strictObject({ name: secretName, expiresAt: givenTime }),
    response: secret.extend({
      secret: z.string(),
      version: z.int().describe('The new version of the application.'),
    }),
    status: 201,
    createdPath: 'id',
    sensitive: 'tokens-allowed',
    idempotent: true,
  },
  deleteApplicationSecret: {
    method: 'DELETE',
    path: '/api/admin/applications/:id/secrets/:secretId',
    summary: 'Deletes a client secret: requests with it are refused at once.',
    permission: 'applications.secrets',
    owned: 'application',
    params: applicationParams.extend({
      secretId: z
        .union([z.uuid(), z.literal('manifest')])
        .describe('Id of the secret; `manifest` for that of a manifest.'),
    }),
    sensitive: 'tokens-allowed',
    parentVersion: 'application',
  },
  listApplicationOwners: {
    method: 'GET',
    path: '/api/admin/applications/:id/owners',
    summary: 'Lists the owners of an application.',
    permission: 'applications.read',
    owned: 'application',
    params: applicationParams,
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
    owned: 'application',
    params: applicationParams,
    response: accessExplanation,
  },
  listRefusedMembers: {
    method: 'GET',
    path: '/api/admin/applications/:id/access/refused',
    summary:
      'Lists the members of a group who cannot open the application, with the reasons, and counts them by reason. The request is recorded as an event.',
    permission: 'users.read',
    params: applicationParams,
    query: pageQuery.extend({ group: groupName.describe('Name of the group.') }),
    response: pageOf(user.extend({ reasons: z.array(z.enum(refusedReasons)) })).extend({
      total: z.int(),
      counts: z.object({ disabled: z.int(), 'no-access': z.int(), 'no-way': z.int() }),
    }),
  },
  previewApplicationAccess: {
    method: 'POST',
    path: '/api/admin/applications/:id/access/preview',
    summary:
      'Says in plain words who would have access by another rule, and which users gain and lose it. Changes nothing. The request is recorded as an event.',
    permission: 'applications.manage',
    params: applicationParams,
    body: z.strictObject({ access: givenAccess }),
    response: z.object({
      uk: explanation,
      en: explanation,
      users: z.int().describe('How many users would have access.'),
      gain: changedUsers,
      lose: changedUsers,
    }),
    reads: true,
  },
  listApplicationUsers: {
    method: 'GET',
    path: '/api/admin/applications/:id/access/users',
    summary: 'Lists the users who have access. The request is recorded as an event.',
    permission: 'users.read',
    params: applicationParams,
    query: pageQuery,
    response: pageOf(user).extend({
      total: z.int().describe('On all pages; may be 30 seconds old.'),
    }),
  },
  previewApplicationClaims: {
    method: 'GET',
    path: '/api/admin/applications/:id/claims',
    summary:
      'Returns what the application learns about a user. The request is recorded as an event.',
    permission: 'users.read',
    params: applicationParams,
    query: z.strictObject({ userId: z.uuid().describe('Id of the user.') }),
    response: z.object({
      hasAccess: z.boolean(),
      needsConsent: z.boolean().describe('The user must agree first.'),
      claims: z.record(z.string(), z.unknown()),
      receivesTaxId: z
        .boolean()
        .describe('The tax number too, if the user signs in with a method that proves it.'),
    }),
  },
  diagnoseApplication: {
    method: 'GET',
    path: '/api/admin/applications/:id/diagnostics',
    summary:
      'Returns the last sign-in, the last refused requests, equal ones once, and what came of back-channel logout.',
    permission: 'applications.read',
    owned: 'application',
    params: applicationParams,
    response: diagnostics,
  },
  readApplicationOverview: {
    method: 'GET',
    path: '/api/admin/applications/:id/overview',
    summary:
      'Returns an application with its secrets, owners, who has access, and the last refused requests.',
    permission: 'applications.read',
    owned: 'application',
    params: applicationParams,
    response: z.object({
      application,
      secrets: z.array(secret),
      owners: z.array(owner),
      access: accessExplanation,
      diagnostics,
    }),
  },
} as const satisfies Record<string, AdminRoute>;
