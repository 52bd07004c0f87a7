// The types of the settings of a source of users. Their schema is in the contract.

import type {
  importLimit,
  matchFields,
  sourceSettings,
} from '@brama/contract/admin/imports/source-settings';
import type { z } from 'zod';

export type Limit = z.output<typeof importLimit>;
export type MatchField = (typeof matchFields)[number];
export type SourceSettings = z.output<typeof sourceSettings>;
