// Fields of the requests and responses of the administration API, which must not change; a part of `lists.ts`.

const user = {
  summary: [
    'id: string',
    'username: string',
    'fullName: string',
    'email: string,null',
    'groups: string[]',
    'disabled: boolean',
  ],
  roles: 'roles: administrator | operator | application-owner | auditor[]',
};
const below = (prefix: string, fields: readonly string[]) =>
  fields.map((field) => `${prefix}.${field}`);

/** Request or response → its fields; `?` marks one that may be missing. */
export const adminFields = {
  'GET /api/admin/me 200': [
    ...below('', ['id: string', 'username: string', user.roles]),
    '.permissions: users.read[]',
  ],
  'GET /api/admin/users query': ['.limit?: integer', '.cursor?: string', '.disabled?: string'],
  'GET /api/admin/users 200': [
    '.items: object[]',
    ...below('.items[]', user.summary),
    '.next: string,null',
  ],
  'GET /api/admin/users/:id 200': below('', [
    ...user.summary,
    'fullNameEn: string,null',
    'givenName: string,null',
    'studentId: string,null',
    'employeeId: string,null',
    'data: object',
    'data.*: string,null',
    user.roles,
    'createdAt: string',
    'updatedAt: string',
  ]),
};
