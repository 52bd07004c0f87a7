// Checks the code of an authenticator app, or a recovery code, within the limits of attempts.

import { causeOf } from '../../changes/cause.ts';
import type { Queries } from '../../database/connect.ts';
import type { Statement } from '../../database/direct.ts';
import { Change } from '../../events/change.ts';
import type { Exchange } from '../../http/exchange.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import { eventOriginOf } from '../../http/limits/event-origin.ts';
import { responseLanguage } from '../../pages/language/language.ts';
import { labelOf } from '../../sessions/browser-label.ts';
import type { CodeKind } from './attempt-limits.ts';
import { type Completion, complete, type Proof } from './complete.ts';
import type { Subject, Verification } from './context.ts';
import { rememberDays } from './page-props.ts';
import { recordRefusal } from './refusals.ts';

export type CodeForm = {
  kind: CodeKind;
  code: string;
  /** The user wants no more codes in this browser. */
  remember: boolean;
};

/** `exhausted`: the code was wrong, and there were too many. `over`: the sign-in or the session has ended. */
export type CodeResult = Exclude<Completion, 'refused'> | 'wrong' | 'exhausted';

type Use = Proof['use'];

/** Returns how to use the code; undefined for a wrong one. Recovery codes are checked when they are used. */
async function useOf(
  { totp, recoveryCodes }: Verification,
  userId: string,
  { kind, code }: CodeForm,
): Promise<Use | undefined> {
  if (kind === 'recovery') return (queries) => recoveryCodes.use(queries, userId, code);
  const step = await totp.check(userId, code);
  return step === undefined ? undefined : (queries) => totp.use(queries, userId, step);
}

/** Stores what belongs to a correct code, in its transaction. Returns the secret of a browser that is remembered. */
async function record(
  { notifyUser, rememberedBrowsers }: Verification,
  { queries, record, afterCommit }: Change,
  { request, reply }: Exchange,
  { user, kind, remembers }: { user: string; kind: CodeKind; remembers: boolean },
): Promise<string | undefined> {
  if (kind === 'recovery') {
    await record({ type: 'recovery-code.used' });
    const about = {
      userId: user,
      language: responseLanguage(request),
      origin: eventOriginOf(request),
    };
    // after the response, so that the user does not wait for it
    afterCommit(() => reply.raw.once('finish', () => notifyUser('recovery-code-used', about)));
  }
  if (!remembers) return undefined;
  await record({ type: 'browser.remembered' });
  return rememberedBrowsers.remember(queries, user, labelOf(request.headers['user-agent']));
}

async function refuse(
  verification: Verification,
  { request, reply }: Exchange,
  subject: Subject,
  kind: CodeKind,
): Promise<CodeResult> {
  recordRefusal(verification, request, subject, `wrong-${kind}-code`);
  const { pending } = subject;
  if (!pending || (await verification.pendingSignIns.countWrongCode(pending))) return 'wrong';
  verification.http.pendingCookie.clear(request, reply);
  return 'exhausted';
}

async function run(queries: Queries, statements: readonly Statement[]): Promise<void> {
  for (const statement of statements) await queries.executeQuery(statement);
}

/** Counts the attempt and verifies the code. @throws `second-factor.throttled` */
export async function verifyCode(
  verification: Verification,
  exchange: Exchange,
  subject: Subject,
  form: CodeForm,
): Promise<CodeResult> {
  const { limits, http } = verification;
  const { request, reply } = exchange;
  const { id: user } = subject.user;
  const { kind } = form;
  const device = await limits.trustedDevice(request, user);
  const network = networkOf(request.ip);
  const attempt = await limits.admitCode({ kind, userId: user, network, device });
  const use = await useOf(verification, user, form);
  if (!use) return refuse(verification, exchange, subject, kind);
  // the page for recovery codes has no checkbox: the user has lost what the browser would be remembered for
  const remembers = kind === 'app' && form.remember && rememberDays(verification, subject) > 0;
  let change: Change | undefined;
  let remembered: string | undefined;
  const completion = await complete(verification, exchange, subject, {
    amr: ['otp'],
    use,
    async record(queries) {
      await run(queries, attempt.refunds());
      const { store: events } = verification.events;
      change = new Change({ events }, queries, causeOf(request, { userId: user }));
      remembered = await record(verification, change, exchange, { user, kind, remembers });
    },
  });
  if (completion === 'refused') return refuse(verification, exchange, subject, kind);
  if (completion === 'over') return 'over';
  await change?.committed();
  if (remembered !== undefined) http.rememberedCookie.set(reply, remembered);
  return 'done';
}
