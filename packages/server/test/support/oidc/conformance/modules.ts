// Every module of the OpenID Foundation's certification plans, with our check for it, or the reason why there is none. As of
// August 2026.

import { readFileSync } from 'node:fs';
import { z } from 'zod';

const moduleForm = z
  .strictObject({
    module: z.string(),
    /** In our words. */
    requires: z.string(),
    /** Name of a check. */
    check: z.string().optional(),
    /** Why there is no check. */
    reason: z.string().min(20).optional(),
    /** What the Foundation's own run says in place of success. */
    suite: z.enum(['skipped', 'warned']).optional(),
  })
  .refine(
    ({ check, reason }) => (check === undefined) !== (reason === undefined),
    'a module has a check or a reason why not',
  );

const plansForm = z.array(
  z.strictObject({
    plan: z.string(),
    profile: z.string(),
    responseMode: z.enum(['default', 'form_post']),
    modules: z.array(moduleForm).min(1),
  }),
);

/** @throws where a module has neither a check nor a reason. */
export function readPlans(text: string) {
  return plansForm.parse(JSON.parse(text));
}

export const plans = readPlans(readFileSync(new URL('modules.json', import.meta.url), 'utf8'));
