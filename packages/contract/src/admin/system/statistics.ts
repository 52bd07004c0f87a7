// How many sign-ins there were, by time, method and result.

import { z } from 'zod';
import type { methodIds } from '../../sign-in/methods.ts';
import { type AdminRoute, time } from '../route.ts';

export const statisticsPeriods = ['day', 'week', 'month'] as const;
export type StatisticsPeriod = (typeof statisticsPeriods)[number];

const count = z.int();

export const statisticsRoutes = {
  countSignIns: {
    method: 'GET',
    path: '/api/admin/statistics/sign-ins',
    summary:
      'Counts sign-ins by method, and refused attempts of known users: of a day by the hour, of a week and a month by the day in Kyiv. May be 30 seconds old.',
    permission: 'users.read',
    query: z.strictObject({
      period: z
        .enum(statisticsPeriods)
        .default('day')
        .describe('The last 24 hours, 7 days or 30 days.'),
    }),
    response: z.object({
      period: z.enum(statisticsPeriods),
      items: z
        .array(
          z.object({
            from: time.describe('The first moment of the hour or day.'),
            succeeded: z.object({
              password: count,
              diia: count,
              google: count,
              passkey: count,
            } satisfies Record<(typeof methodIds)[number], z.ZodType>),
            refused: count,
          }),
        )
        .describe('The oldest first, without gaps.'),
    }),
  },
} as const satisfies Record<string, AdminRoute>;
