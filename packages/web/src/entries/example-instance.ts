// An instance for the development server and tests; a built page carries its own. Never part of a build.
import type { Instance } from '@brama/contract/instance';

export const inventedInstance: Instance = {
  organisation: 'Університет',
  host: 'localhost',
  contact: { href: 'mailto:support@campus.example', text: 'support@campus.example' },
  bots: {
    employees: 'https://bots.campus.example/employees',
    students: 'https://bots.campus.example/students',
  },
  status: 'https://status.campus.example/',
};
