// An instance for the development server and tests; a built page carries its own. Never part of a build.
import type { Instance } from '@brama/contract/instance';

export const inventedInstance: Instance = {
  organisation: 'Університет',
  host: 'localhost',
  logo: { href: 'data:,', shown: 'no' },
  diiaLogo: { href: 'data:,', shown: 'no' },
  contact: { href: 'mailto:support@campus.example', text: 'support@campus.example' },
  bots: {
    employees: { href: 'https://bots.campus.example/employees', shown: 'yes' },
    students: { href: 'https://bots.campus.example/students', shown: 'yes' },
  },
  forgotPassword: { href: '/uk/password/forgot', shown: 'yes' },
};
