// Checks of the installation for administrators, and the test email, which goes to the address of the caller only.

import type { doctorRoutes } from '@brama/contract/admin/system/doctor';
import type { Language } from '@brama/contract/paths';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { fail } from '../../errors.ts';
import { acceptedLanguage } from '../../pages/language/language.ts';
import { admit } from '../../rate-limits/admit.ts';
import type { Rate } from '../../rate-limits/limit-kinds.ts';
import type { RateLimits } from '../../rate-limits/rate-limits.ts';
import type { Handlers } from '../handler.ts';

const hourMs = 3_600_000;

/** Each run connects to other systems. */
const runs: Rate = { kind: 'rate', name: 'doctor-runs', max: 120, perMs: hourMs, burst: 10 };
const emails: Rate = { kind: 'rate', name: 'doctor-emails', max: 10, perMs: hourMs, burst: 5 };

type Finding = z.input<typeof doctorRoutes.sendTestEmail.response>;

export type DoctorHandlersDeps = {
  limits: RateLimits;
  runChecks(language: Language, request: FastifyRequest): Promise<Finding[]>;
  /** Undefined if email is off. Says whether the mail server has accepted the email. */
  sendTestEmail: ((to: string, language: Language) => Promise<Finding>) | undefined;
};

export const createDoctorHandlers = ({
  limits,
  runChecks,
  sendTestEmail,
}: DoctorHandlersDeps): Handlers<'runDoctor' | 'sendTestEmail'> => ({
  async runDoctor({ actor, request }) {
    await admit(limits, [{ limit: runs, subject: actor.user.id }], 'request.too-many');
    return { items: await runChecks(acceptedLanguage(request), request) };
  },

  async sendTestEmail({ actor: { user }, request, record }) {
    if (!user.email || !sendTestEmail) return fail('admin.conflict');
    await admit(limits, [{ limit: emails, subject: user.id }], 'request.too-many');
    await record({ type: 'test-email.sent' });
    return sendTestEmail(user.email, acceptedLanguage(request));
  },
});
