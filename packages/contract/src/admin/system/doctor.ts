// Checks of the installation: what is wrong with the node that answers and with what it depends on, each with its remedy.

import { z } from 'zod';
import type { AdminRoute } from '../route.ts';
import { checkIds, findingIds, findingLevels } from './findings.ts';

const finding = z.object({
  check: z.enum(checkIds),
  id: z.enum(findingIds).describe('Stays the same in later releases, which may have others.'),
  level: z
    .enum(findingLevels)
    .describe('`error`: something does not work, or data is at risk. `warning`: it will soon.'),
  text: z.string().describe('For people, in the language of `Accept-Language`.'),
  remedy: z.string().nullable().describe('What helps; null for `fine`.'),
});

export const doctorRoutes = {
  runDoctor: {
    method: 'GET',
    path: '/api/admin/doctor',
    summary:
      'Checks the installation of the node that answers, within 5 seconds: settings, proxy, names, certificate, clock, database, keys, disk, email, Diia and Google. It connects only to addresses of the settings, and changes nothing.',
    permission: 'doctor.run',
    response: z.object({ items: z.array(finding) }),
  },
  sendTestEmail: {
    method: 'POST',
    path: '/api/admin/doctor/email',
    summary:
      'Sends a test email to the address of the caller, at most ten in an hour, and says whether the mail server has accepted it.',
    permission: 'doctor.run',
    body: z.strictObject({}),
    response: finding,
    reads: true,
  },
} as const satisfies Record<string, AdminRoute>;
