// Whether the parts of an installation work.

import { z } from 'zod';
import { type AdminRoute, time } from '../route.ts';

/** `unused`: it is off. `unknown`: it is on, but nothing has shown yet whether it works. */
export const partStates = ['works', 'fails', 'unknown', 'unused'] as const;

/** What went wrong with an external system. A closed list, because answers of the system may contain anything. */
export const providerFaults = [
  'unreachable',
  'timeout',
  'certificate',
  'unavailable',
  'credentials',
  'settings',
  'unexpected-answer',
] as const;
export type ProviderFault = (typeof providerFaults)[number];

const part = z.object({
  state: z.enum(partStates),
  lastSuccessAt: time.nullable(),
  lastFailureAt: time.nullable(),
  reason: z.string().nullable().describe('Of the last failure: codes, without addresses.'),
});

export const statusRoutes = {
  readStatus: {
    method: 'GET',
    path: '/api/admin/status',
    summary:
      'Returns the running servers, and whether the database, email and the sign-in methods work.',
    permission: 'settings.read',
    response: z.object({
      version: z.string().describe('Of the server that answers.'),
      now: time.describe('Its clock.'),
      nodes: z.array(
        z.object({ host: z.string(), version: z.string(), startedAt: time, seenAt: time }),
      ),
      database: z.object({
        kind: z.enum(['sqlite', 'postgres']),
        version: z.string(),
        migration: z.string().describe('The newest one.'),
        sizeBytes: z.number(),
        freeBytes: z.number().nullable().describe('On the disk; null for PostgreSQL.'),
        answersInMs: z.number(),
        clockDifferenceMs: z.number().describe('Its clock minus that of this server.'),
      }),
      mail: part,
      methods: z.array(
        z.object({
          method: z.string(),
          state: z.enum(partStates),
          lastSignInAt: time.nullable().describe('Within the last seven days.'),
          lastFailureAt: time
            .nullable()
            .describe('When the external system last failed this server, since its start.'),
          reason: z.enum(providerFaults).nullable().describe('Of the last failure.'),
        }),
      ),
      jobs: z.array(
        z.object({
          job: z.enum(['notices', 'logouts', 'bulk-changes', 'search-texts']),
          waiting: z.int(),
          failing: z.int().describe('Those that have failed at least three times.'),
          oldestAt: time.nullable().describe('Since when the oldest waits.'),
        }),
      ),
    }),
  },
} as const satisfies Record<string, AdminRoute>;
