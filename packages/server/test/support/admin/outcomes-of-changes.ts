// What each kind of change of a user leaves, and where the ways in differ. `every-way.test.ts` compares.

export type Way = 'session' | 'token' | 'manifest' | 'command' | 'date';

/** Lines that a way leaves out and adds, and why that is right. */
export type Differences = { without?: readonly string[]; also?: readonly string[]; why: string };

type Outcome = {
  /** By a session of the administrator `admin`, or by the first way that the kind has. */
  lines: readonly string[];
  differ?: Partial<Record<Way, Differences>>;
};

export const outcomes: Readonly<Record<string, Outcome>> = {
  'full name set': {
    lines: [
      'event of the administrator admin: user.changed {"fields":["fullName"]}',
      'full_name: "Нове Імʼя"',
    ],
  },
  'fullNameEn set': {
    lines: [
      'event of the administrator admin: user.changed {"fields":["fullNameEn"]}',
      'full_name_en: "English"',
    ],
  },
  'fullNameEn cleared': {
    lines: [
      'event of the administrator admin: user.changed {"fields":["fullNameEn"]}',
      'full_name_en: null',
    ],
  },
  'givenName set': {
    lines: [
      'event of the administrator admin: user.changed {"fields":["givenName"]}',
      'given_name: "Given"',
    ],
  },
  'givenName cleared': {
    lines: [
      'event of the administrator admin: user.changed {"fields":["givenName"]}',
      'given_name: null',
    ],
  },
  'studentId set': {
    lines: [
      'event of the administrator admin: user.changed {"fields":["studentId"]}',
      'student_id: "S-1"',
    ],
  },
  'studentId cleared': {
    lines: [
      'event of the administrator admin: user.changed {"fields":["studentId"]}',
      'student_id: null',
    ],
  },
  'employeeId set': {
    lines: [
      'employee_id: "E-1"',
      'event of the administrator admin: user.changed {"fields":["employeeId"]}',
    ],
  },
  'employeeId cleared': {
    lines: [
      'employee_id: null',
      'event of the administrator admin: user.changed {"fields":["employeeId"]}',
    ],
  },
  'data set': {
    lines: [
      'data: "{\\"a\\":\\"1\\"}"',
      'event of the administrator admin: user.changed {"fields":["data"]}',
    ],
  },
  'data cleared': {
    lines: ['data: "{}"', 'event of the administrator admin: user.changed {"fields":["data"]}'],
  },
  'nothing changed': {
    lines: [],
  },
  'email set': {
    lines: [
      'email: "new@mail.example"',
      'email_key: "new@mail.example"',
      'sent: uk email-changed → new@mail.example',
      'event of the administrator admin: user.changed {"fields":["email"]}',
      'password_resets: 1 → 0',
    ],
  },
  'email changed': {
    lines: [
      'email: "new@mail.example"',
      'email_key: "new@mail.example"',
      'sent: uk email-changed → new@mail.example',
      'sent: uk email-changed → user@campus.example',
      'event of the administrator admin: user.changed {"fields":["email"]}',
      'password_resets: 1 → 0',
    ],
  },
  'email cleared': {
    lines: [
      'email: null',
      'email_key: null',
      'sent: uk email-changed → user@campus.example',
      'event of the administrator admin: user.changed {"fields":["email"]}',
      'password_resets: 1 → 0',
    ],
  },
  'tax number set': {
    lines: [
      'sent: uk tax-id-changed → user@campus.example',
      'event of the administrator admin: user.changed {"fields":["taxId"]}',
      'password_resets: 1 → 0',
      'tax_id_hash: set',
    ],
  },
  'tax number changed': {
    lines: [
      'sent: uk tax-id-changed → user@campus.example',
      'event of the administrator admin: user.changed {"fields":["taxId"]}',
      'password_resets: 1 → 0',
      'tax_id_hash: set',
    ],
  },
  'tax number cleared': {
    lines: [
      'sent: uk tax-id-changed → user@campus.example',
      'event of the administrator admin: user.changed {"fields":["taxId"]}',
      'password_resets: 1 → 0',
      'tax_id_hash: null',
    ],
  },
  'tax number of another user': {
    lines: ['refused: admin.conflict taxId belongs to another user'],
    differ: {
      manifest: {
        without: ['refused: admin.conflict taxId belongs to another user'],
        also: ['refused: taxId is that of the user owner'],
        why: 'the reasons of manifests name the other user or the entry',
      },
    },
  },
  'tax number with a typing error': {
    lines: ['refused: request.invalid taxId has a wrong check digit: look for a typing error'],
    differ: {
      manifest: {
        without: [
          'refused: request.invalid taxId has a wrong check digit: look for a typing error',
        ],
        also: ['refused: taxId has a wrong check digit: look for a typing error'],
        why: 'the reasons of manifests name the other user or the entry',
      },
    },
  },
  'email and tax number changed': {
    lines: [
      'email: "new@mail.example"',
      'email_key: "new@mail.example"',
      'sent: uk email-changed → new@mail.example',
      'sent: uk email-changed → user@campus.example',
      'sent: uk tax-id-changed → new@mail.example',
      'sent: uk tax-id-changed → user@campus.example',
      'event of the administrator admin: user.changed {"fields":["email","taxId"]}',
      'password_resets: 1 → 0',
      'tax_id_hash: set',
    ],
  },
  'email of an administrator changed': {
    lines: ['refused: admin.conflict email is of an administrator: a manifest changes it'],
    differ: {
      manifest: {
        without: ['refused: admin.conflict email is of an administrator: a manifest changes it'],
        also: [
          'email: "new@mail.example"',
          'email_key: "new@mail.example"',
          'sent: uk email-changed → new@mail.example',
          'sent: uk email-changed → user@campus.example',
          'event of the administrator: user.changed {"fields":["email"],"reason":"by-manifest"}',
          'password_resets: 1 → 0',
        ],
        why: 'only the operator of the server may take over an administrator (decision 0057)',
      },
    },
  },
  'email shared with an administrator, by an operator': {
    lines: ['refused: admin.higher-role'],
    differ: {
      manifest: {
        without: ['refused: admin.higher-role'],
        also: [
          'email: "admin@campus.example"',
          'email_key: "admin@campus.example"',
          'sent: uk email-changed → admin@campus.example',
          'sent: uk email-changed → user@campus.example',
          'event of the administrator: user.changed {"fields":["email"],"reason":"by-manifest"}',
          'password_resets: 1 → 0',
        ],
        why: 'a manifest is applied by the operator of the server, who has every right',
      },
    },
  },
  'email that is the username of another user': {
    lines: ['refused: admin.conflict email is the username of another user'],
    differ: {
      manifest: {
        without: ['refused: admin.conflict email is the username of another user'],
        also: ['refused: email is the username of the user name@campus.example'],
        why: 'the reasons of manifests name the other user or the entry',
      },
    },
  },
  disabled: {
    lines: [
      'disabled: 1',
      'disabled_by_administrator: 1',
      'event of the administrator admin: session.ended {"reason":"by-administrator","sessions":1}',
      'event of the administrator admin: user.changed {"fields":["disabled"]}',
      'event of the administrator admin: user.disabled {"reason":"by-administrator"}',
      'password_resets: 1 → 0',
      'sessions: 1 → 0',
      'sign_in_tickets: 1 → 0',
    ],
    differ: {
      date: {
        without: [
          'disabled_by_administrator: 1',
          'event of the administrator admin: session.ended {"reason":"by-administrator","sessions":1}',
          'event of the administrator admin: user.changed {"fields":["disabled"]}',
          'event of the administrator admin: user.disabled {"reason":"by-administrator"}',
        ],
        also: [
          'changes_at: null',
          'event of the server: session.ended {"reason":"expired","sessions":1}',
          'event of the server: user.disabled {"reason":"expired"}',
        ],
        why: 'the server acts, and the administrator has not disabled the user',
      },
    },
  },
  enabled: {
    lines: [
      'disabled: 0',
      'disabled_by_administrator: 0',
      'event of the administrator admin: session.ended {"reason":"by-administrator","sessions":1}',
      'event of the administrator admin: user.changed {"fields":["disabled"]}',
      'event of the administrator admin: user.enabled {}',
      'password_resets: 1 → 0',
      'sessions: 1 → 0',
      'sign_in_tickets: 1 → 0',
    ],
    differ: {
      date: {
        without: [
          'disabled_by_administrator: 0',
          'event of the administrator admin: session.ended {"reason":"by-administrator","sessions":1}',
          'event of the administrator admin: user.changed {"fields":["disabled"]}',
          'event of the administrator admin: user.enabled {}',
        ],
        also: [
          'changes_at: null',
          'event of the server: session.ended {"reason":"expired","sessions":1}',
          'event of the server: user.enabled {}',
        ],
        why: 'the server acts, and the administrator has not disabled the user',
      },
    },
  },
  'end in the past': {
    lines: [
      'disabled: 1',
      'event of the administrator admin: session.ended {"reason":"by-administrator","sessions":1}',
      'event of the administrator admin: user.changed {"fields":["validUntil"],"until":"start-1h"}',
      'event of the administrator admin: user.disabled {"reason":"expired"}',
      'password_resets: 1 → 0',
      'sessions: 1 → 0',
      'sign_in_tickets: 1 → 0',
      'valid_until: "start-1h"',
    ],
  },
  'end in the future': {
    lines: [
      'changes_at: "start+2h"',
      'event of the administrator admin: user.changed {"fields":["validUntil"],"until":"start+2h"}',
      'valid_until: "start+2h"',
    ],
  },
  'end cleared': {
    lines: [
      'disabled: 0',
      'event of the administrator admin: session.ended {"reason":"by-administrator","sessions":1}',
      'event of the administrator admin: user.changed {"fields":["validUntil"]}',
      'event of the administrator admin: user.enabled {}',
      'password_resets: 1 → 0',
      'sessions: 1 → 0',
      'sign_in_tickets: 1 → 0',
      'valid_until: null',
    ],
  },
  'begin in the past': {
    lines: [
      'event of the administrator admin: user.changed {"fields":["validFrom"],"from":"start-1h"}',
      'valid_from: "start-1h"',
    ],
  },
  'begin in the future': {
    lines: [
      'changes_at: "start+2h"',
      'disabled: 1',
      'event of the administrator admin: session.ended {"reason":"by-administrator","sessions":1}',
      'event of the administrator admin: user.changed {"fields":["validFrom"],"from":"start+2h"}',
      'event of the administrator admin: user.disabled {"reason":"not-yet-valid"}',
      'password_resets: 1 → 0',
      'sessions: 1 → 0',
      'sign_in_tickets: 1 → 0',
      'valid_from: "start+2h"',
    ],
  },
  'end before the begin': {
    lines: ['refused: request.invalid validUntil is not after validFrom'],
    differ: {
      manifest: {
        without: ['refused: request.invalid validUntil is not after validFrom'],
        also: ['refused: validUntil is not after validFrom'],
        why: 'the reasons of manifests name the other user or the entry',
      },
    },
  },
  'sponsor set': {
    lines: [
      'changes_at: "start+2h"',
      'event of the administrator admin: user.changed {"fields":["sponsorId","validUntil"],"until":"start+2h"}',
      'sponsor_id: "sponsor"',
      'valid_until: "start+2h"',
    ],
  },
  'sponsor set without an end': {
    lines: ['refused: request.invalid validUntil is required with a sponsor'],
    differ: {
      manifest: {
        without: ['refused: request.invalid validUntil is required with a sponsor'],
        also: ['refused: validUntil is required with a sponsor'],
        why: 'the reasons of manifests name the other user or the entry',
      },
    },
  },
  'sponsor cleared': {
    lines: [
      'event of the administrator admin: user.changed {"fields":["sponsorId"]}',
      'sponsor_id: null',
    ],
  },
  'sponsor who is disabled': {
    lines: ['refused: request.invalid sponsorId is not another enabled user'],
    differ: {
      manifest: {
        without: ['refused: request.invalid sponsorId is not another enabled user'],
        also: ['refused: sponsor is disabled'],
        why: 'the reasons of manifests name the other user or the entry',
      },
    },
  },
  'guest renewed': {
    lines: [
      'changes_at: "start+4h"',
      'event of the administrator admin: guest.renewed {"until":"start+4h"}',
      'valid_until: "start+4h"',
    ],
    differ: {
      manifest: {
        without: ['event of the administrator admin: guest.renewed {"until":"start+4h"}'],
        also: [
          'event of the administrator: user.changed {"fields":["validUntil"],"reason":"by-manifest"}',
        ],
        why: 'a manifest has no renewal: it sets the end',
      },
    },
  },
  'membership added': {
    lines: [
      'event of the administrator admin: membership.changed {"group":"staff"}',
      'groups: "[\\"staff\\",\\"students\\"]"',
    ],
    differ: {
      manifest: {
        without: ['event of the administrator admin: membership.changed {"group":"staff"}'],
        also: [
          'event of the administrator: user.changed {"fields":["groups"],"reason":"by-manifest"}',
        ],
        why: 'a manifest states all memberships at once',
      },
    },
  },
  'membership with dates': {
    lines: [
      'changes_at: "start+1h"',
      'event of the administrator admin: membership.changed {"group":"staff","from":"start+1h","until":"start+2h"}',
      'periods: [{"group_name":"staff","valid_from":start+1h,"valid_until":start+2h}]',
    ],
    differ: {
      manifest: {
        without: [
          'event of the administrator admin: membership.changed {"group":"staff","from":"start+1h","until":"start+2h"}',
        ],
        also: [
          'event of the administrator: user.changed {"fields":["groups"],"reason":"by-manifest"}',
        ],
        why: 'a manifest states all memberships at once',
      },
    },
  },
  'membership begins': {
    lines: [
      'changes_at: null',
      'event of the server: membership.started {"group":"staff"}',
      'groups: "[\\"staff\\",\\"students\\"]"',
    ],
  },
  'membership removed': {
    lines: [
      'changes_at: null',
      'event of the administrator admin: membership.removed {"group":"students"}',
      'groups: "[]"',
      'periods: []',
    ],
    differ: {
      manifest: {
        without: ['event of the administrator admin: membership.removed {"group":"students"}'],
        also: [
          'event of the administrator: user.changed {"fields":["groups"],"reason":"by-manifest"}',
        ],
        why: 'a manifest states all memberships at once',
      },
      date: {
        without: [
          'event of the administrator admin: membership.removed {"group":"students"}',
          'periods: []',
        ],
        also: ['event of the server: membership.ended {"group":"students"}'],
        why: 'the server acts, and says which membership begins or ends',
      },
    },
  },
  'membership of an unknown group': {
    lines: ['refused: request.invalid group is not a group'],
    differ: {
      manifest: {
        without: ['refused: request.invalid group is not a group'],
        also: ['refused: groups there is no group nobody: add it to groups'],
        why: 'the reasons of manifests name the other user or the entry',
      },
    },
  },
  'role granted': {
    lines: [
      'event of the administrator admin: role.granted {"role":"auditor"}',
      'roles: ["auditor"]',
    ],
    differ: {
      token: {
        without: [
          'event of the administrator admin: role.granted {"role":"auditor"}',
          'roles: ["auditor"]',
        ],
        also: ['refused: admin.forbidden'],
        why: 'the route takes no tokens',
      },
      manifest: {
        also: [
          'event of the administrator: user.changed {"fields":["roles"],"reason":"by-manifest"}',
        ],
        why: 'roles are a field of the entry too',
      },
    },
  },
  'role revoked': {
    lines: ['event of the administrator admin: role.revoked {"role":"auditor"}', 'roles: []'],
    differ: {
      token: {
        without: ['event of the administrator admin: role.revoked {"role":"auditor"}', 'roles: []'],
        also: ['refused: admin.forbidden'],
        why: 'the route takes no tokens',
      },
      manifest: {
        also: [
          'event of the administrator: user.changed {"fields":["roles"],"reason":"by-manifest"}',
        ],
        why: 'roles are a field of the entry too',
      },
    },
  },
  'password hash set': {
    lines: [
      'event of the administrator: session.ended {"reason":"by-administrator","sessions":1}',
      'event of the administrator: user.changed {"fields":["password"]}',
      'password_hash: set',
      'password_resets: 1 → 0',
      'sessions: 1 → 0',
      'sign_in_tickets: 1 → 0',
    ],
  },
  created: {
    lines: [
      'data: "{}"',
      'disabled: 0',
      'disabled_by_administrator: 0',
      'email: "first@mail.example"',
      'email_key: "first@mail.example"',
      'event of the administrator admin: user.created {"fields":["email","fullName","groups","passwordHash","taxId","username"],"groups":["staff"]}',
      'full_name: "Новий"',
      'groups: "[\\"staff\\"]"',
      'password_hash: set',
      'tax_id_hash: set',
    ],
  },
  'created as disabled': {
    lines: [
      'data: "{}"',
      'disabled: 1',
      'disabled_by_administrator: 1',
      'event of the administrator admin: user.created {"fields":["disabled","fullName","username"]}',
      'event of the administrator admin: user.disabled {"reason":"by-administrator"}',
      'full_name: "Новий"',
      'groups: "[]"',
    ],
    differ: {
      manifest: {
        without: ['event of the administrator admin: user.disabled {"reason":"by-administrator"}'],
        why: 'the event of the creation names the field; the API also stores that the user was disabled after it',
      },
    },
  },
  'created with a username that is the address of another user': {
    lines: ['refused: admin.conflict username is the email address of another user'],
    differ: {
      manifest: {
        without: ['refused: admin.conflict username is the email address of another user'],
        also: ['refused: username is the email address of the user sponsor'],
        why: 'the reasons of manifests name the other user or the entry',
      },
    },
  },
  'created with the username of an erased user': {
    lines: ['refused: admin.conflict username belonged to an erased user'],
    differ: {
      manifest: {
        without: ['refused: admin.conflict username belonged to an erased user'],
        also: ['refused: username belonged to an erased user'],
        why: 'the reasons of manifests name the other user or the entry',
      },
    },
  },
  erased: {
    lines: [
      'event of the administrator admin: user.erased {}',
      'password_resets: 1 → 0',
      'sessions: 1 → 0',
      'sign_in_tickets: 1 → 0',
      'the row is gone',
    ],
  },
  invited: {
    lines: [
      'sent: Запрошення / Запрошення → user@campus.example',
      'event of the administrator admin: user.invited {"until":"start+72h"}',
    ],
  },
  'passkey removed': {
    lines: [
      'sent: uk passkey-removed → user@campus.example',
      'event of the administrator admin: passkey.removed {}',
      'passkeys: 1 → 0',
    ],
  },
  'Google unlinked': {
    lines: [
      'sent: uk google-unlinked → user@campus.example',
      'event of the administrator admin: google.unlinked {}',
      'linked_identities: 1 → 0',
    ],
  },
  'authenticator app removed': {
    lines: [
      'sent: uk second-factor-removed → user@campus.example',
      'event of the administrator admin: second-factor.removed {}',
      'recovery_codes: 2 → 0',
      'remembered_browsers: 1 → 0',
      'totp_factors: 1 → 0',
    ],
  },
  'factors reset': {
    lines: [
      'sent: uk factors-reset → user@campus.example',
      'event of the administrator admin: factors.reset {"issuedBy":"admin","reason":"lost"}',
      'event of the administrator admin: session.ended {"reason":"by-administrator","sessions":1}',
      'password_resets: 1 → 0',
      'recovery_codes: 2 → 0',
      'remembered_browsers: 1 → 0',
      'sessions: 1 → 0',
      'sign_in_tickets: 1 → 0',
      'totp_factors: 1 → 0',
    ],
    differ: {
      token: {
        without: [
          'sent: uk factors-reset → user@campus.example',
          'event of the administrator admin: factors.reset {"issuedBy":"admin","reason":"lost"}',
          'event of the administrator admin: session.ended {"reason":"by-administrator","sessions":1}',
          'password_resets: 1 → 0',
          'recovery_codes: 2 → 0',
          'remembered_browsers: 1 → 0',
          'sessions: 1 → 0',
          'sign_in_tickets: 1 → 0',
          'totp_factors: 1 → 0',
        ],
        also: ['refused: admin.forbidden'],
        why: 'the route takes no tokens',
      },
      command: {
        without: [
          'sent: uk factors-reset → user@campus.example',
          'event of the administrator admin: factors.reset {"issuedBy":"admin","reason":"lost"}',
        ],
        also: [
          'event of the server by a command: factors.reset {"issuedBy":"chief","reason":"lost"}',
        ],
        why: 'NAME is what the operator types; the email is sent by the command (users.test.ts)',
      },
    },
  },
  'access code issued': {
    lines: [
      'access_codes: 0 → 1',
      'sent: uk access-code-issued → user@campus.example',
      'event of the administrator admin: access-code.issued {"issuedBy":"admin","reason":"lost"}',
    ],
    differ: {
      token: {
        without: [
          'access_codes: 0 → 1',
          'sent: uk access-code-issued → user@campus.example',
          'event of the administrator admin: access-code.issued {"issuedBy":"admin","reason":"lost"}',
        ],
        also: ['refused: admin.forbidden'],
        why: 'the route takes no tokens',
      },
      command: {
        without: [
          'sent: uk access-code-issued → user@campus.example',
          'event of the administrator admin: access-code.issued {"issuedBy":"admin","reason":"lost"}',
        ],
        also: [
          'event of the server by a command: access-code.issued {"issuedBy":"chief","reason":"lost"}',
        ],
        why: 'NAME is what the operator types; the email is sent by the command (users.test.ts)',
      },
    },
  },
  'the last administrator disabled': {
    lines: ['refused: admin.conflict disabled the user is the last administrator'],
    differ: {
      manifest: {
        without: ['refused: admin.conflict disabled the user is the last administrator'],
        also: ['refused: last administrator'],
        why: 'the reasons of manifests name the other user or the entry',
      },
    },
  },
  'the last administrator gets an end': {
    lines: ['refused: admin.conflict validUntil the user is the last administrator'],
    differ: {
      manifest: {
        without: ['refused: admin.conflict validUntil the user is the last administrator'],
        also: ['refused: last administrator'],
        why: 'the reasons of manifests name the other user or the entry',
      },
    },
  },
  'a version that is not the stored one': {
    lines: ['refused: admin.version-conflict'],
  },
};
