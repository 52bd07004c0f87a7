// The questions of the help page, by audience and in order. Never change their ids: other sites link to them
// (`/uk/faq#forgot-password`).
export const questionsOf = {
  everyone: [
    'cannot-sign-in',
    'forgot-password',
    'keyboard-layout',
    'ways-to-sign-in',
    'no-diia',
    'google',
    'passkeys',
    'two-step',
    'lost-phone',
    'missing-service',
    'wrong-data',
    'changed-surname',
    'shared-computer',
    'session-ended',
    'not-me',
    'is-it-safe',
    'suspicious-page',
    'language',
  ],
  students: ['new-student', 'foreign-students'],
  employees: ['new-employee', 'two-roles', 'connect-service', 'moving-from-kpi-id'],
} as const;

export const audiences = ['everyone', 'students', 'employees'] as const;
export type Audience = (typeof audiences)[number];
export type QuestionId = (typeof questionsOf)[Audience][number];
