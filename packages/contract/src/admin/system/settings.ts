// The settings of the server, as administrators see them. They are changed where the server runs.

import { z } from 'zod';
import type { AdminRoute } from '../route.ts';

export const settingSources = ['environment', 'file', 'settings-file', 'default'] as const;
export type SettingSource = (typeof settingSources)[number];

export const settingRoutes = {
  listSettings: {
    method: 'GET',
    path: '/api/admin/settings',
    summary: 'Lists the settings of the node that answers, with their values. Secrets have none.',
    permission: 'settings.read',
    response: z.object({
      items: z.array(
        z.object({
          name: z.string().describe('As in the environment.'),
          value: z
            .string()
            .nullable()
            .describe('Null for a secret, and for a setting without a value.'),
          source: z
            .enum(settingSources)
            .describe(
              '`file`: the setting names a file that has the value. `settings-file`: it stands in the file `settings.env` of the data folder.',
            ),
          secret: z.boolean(),
          default: z.string().describe('In words.'),
          description: z.string(),
        }),
      ),
    }),
  },
} as const satisfies Record<string, AdminRoute>;
