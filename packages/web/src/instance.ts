// The organisation that runs this instance, for every screen; each entry provides it.
import type { Instance } from '@brama/contract/instance';
import { createContext, useContext } from 'react';

/** Invented, for the development server; a built page carries its own. */
export const inventedInstance: Instance = {
  organisation: 'Університет',
  host: 'localhost',
  logo: { href: 'data:,', shown: 'no' },
  contact: { href: 'mailto:support@campus.example', text: 'support@campus.example' },
  bots: {
    employees: { href: 'https://bots.campus.example/employees', shown: 'yes' },
    students: { href: 'https://bots.campus.example/students', shown: 'yes' },
  },
  forgotPassword: { href: '/uk/password/forgot', shown: 'yes' },
};

export const CurrentInstance = createContext<Instance>(inventedInstance);

export function useInstance(): Instance {
  return useContext(CurrentInstance);
}
