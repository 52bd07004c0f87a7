// The consent page of third-party applications, and the confirmation page of native ones. A page belongs to one authorization
// request, one browser and one session; another user cannot answer it.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Client, Interaction } from 'oidc-provider';
import { z } from 'zod';
import { causeOf } from '../../../changes/cause.ts';
import type { Queries } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';
import { Change } from '../../../events/change.ts';
import { responseLanguage } from '../../../pages/language/language.ts';
import { sendPage } from '../../../pages/send-page.ts';
import type { Session } from '../../../sessions/session.ts';
import type { SignedIn } from '../../../sessions/store.ts';
import { formTargetOf, withFormTarget } from '../../hand-over/form-target.ts';
import { isConfirmation } from '../authorization/interaction-policy.ts';
import { restartInteraction, resumptionPath } from '../authorization/resume-request.ts';
import { consentPath, isOwnRequest } from '../authorization/suspend-request.ts';
import type { SuspendedRoute } from '../authorization/suspended-pages.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import type { OidcDeps } from '../deps.ts';
import { sendExpired } from '../refused-request-page.ts';
import { confirmationParts, consentParts } from './page-content.ts';
import { requestedScopesKey, type ScopeSet, scopeSet } from './scope-set.ts';

/** A suspended authorization request that asks for consent or confirmation. */
type Question = { interaction: Interaction; client: Client; requested: ScopeSet };

/** The CSRF token of the form: the request, the session and the scopes that the page showed. */
const csrfToken = z.object({
  uid: z.string(),
  sessionUid: z.string(),
  /** Undefined where the user only confirms. */
  shown: scopeSet.optional(),
});

/** The encryption context is part of issued forms. */
const csrfContext = 'consent';

const decisions = ['allow', 'refuse', 'another-user'] as const;

const isForSession = ({ interaction }: Question, session: Session | undefined) =>
  session !== undefined && interaction.session?.uid === session.uid;

/** Returns where the client receives the response; devices have no redirect URI. */
function redirectUriOf({ interaction }: Question): string | undefined {
  const { redirect_uri: uri } = interaction.params;
  return typeof uri === 'string' ? uri : undefined;
}

const resumePathOf = ({ interaction, client }: Question) =>
  resumptionPath(interaction, ownMetadataOf(client).applicationId);

/** Allows the redirect after the form. An https client often redirects further to other hosts. */
function allowFormRedirect(reply: FastifyReply, redirectUri: string) {
  const isHttps = new URL(redirectUri).protocol === 'https:';
  const target = isHttps ? 'https:' : formTargetOf(redirectUri);
  const policy = `${reply.getHeader('content-security-policy')}`;
  reply.header('content-security-policy', withFormTarget(policy, target));
}

async function findQuestion(
  deps: OidcDeps,
  request: FastifyRequest<SuspendedRoute>,
): Promise<Question | undefined> {
  const { uid } = request.params;
  if (!(await isOwnRequest(deps, request, uid))) return undefined;
  const { provider } = await deps.current();
  const interaction = await provider.Interaction.find(uid);
  // a request that ends with an error page has no requested scopes
  const requested = scopeSet.safeParse(interaction?.prompt.details[requestedScopesKey]).data;
  if (!interaction || !requested) return undefined;
  const client = await provider.Client.find(`${interaction.params['client_id']}`);
  return client && { interaction, client, requested };
}

function csrfTokenFor(deps: OidcDeps, question: Question, session: Session): string {
  const { interaction, requested } = question;
  const token: z.infer<typeof csrfToken> = {
    uid: interaction.uid,
    sessionUid: session.uid,
    shown: isConfirmation(interaction) ? undefined : requested,
  };
  return deps.crypto.encryption.encrypt(JSON.stringify(token), csrfContext);
}

function readCsrfToken(deps: OidcDeps, form: URLSearchParams, uid: string) {
  const text = deps.crypto.encryption.decrypt(form.get('proof') ?? '', csrfContext);
  const token = text === undefined ? undefined : csrfToken.parse(JSON.parse(text));
  return token?.uid === uid ? token : fail('request.invalid');
}

async function renderQuestion(
  deps: OidcDeps,
  request: FastifyRequest,
  question: Question,
  { session, user }: SignedIn,
): Promise<string> {
  const { interaction, client, requested } = question;
  const language = responseLanguage(request, interaction.params['ui_locales']);
  const redirectUri = redirectUriOf(question);
  const t = deps.pages.translate(language);
  const action = consentPath(interaction.uid);
  const form = { action, proof: csrfTokenFor(deps, question, session) };
  const address = { path: action.slice(1) };
  if (isConfirmation(interaction)) {
    const parts = confirmationParts({ client, user, redirectUri }, language, t);
    return deps.pages.interactionPages(language, 'native-confirm', { ...parts, ...form }, address);
  }
  const taxId = requested.scopes.includes('tax_id')
    ? await deps.stores.sessions.taxIdOf(session.uid)
    : undefined;
  const consented = await deps.stores.consents.find(user.id, ownMetadataOf(client).applicationId);
  const isDevice = interaction.deviceCode !== undefined;
  const groups = await deps.stores.consents.groupTitles(user.groups, language);
  const about = { client, user, groups, redirectUri, isDevice, requested, consented, taxId };
  const parts = consentParts(about, language, t);
  return deps.pages.interactionPages(language, 'consent', { ...parts, ...form }, address);
}

export async function showConsentPage(
  deps: OidcDeps,
  request: FastifyRequest<SuspendedRoute>,
  reply: FastifyReply,
) {
  const question = await findQuestion(deps, request);
  if (!question) return sendExpired(deps.pages, request, reply);
  reply.header('cache-control', 'no-store');
  const signedIn = await deps.http.sessionCookie.signedIn(request);
  if (!signedIn || !isForSession(question, signedIn.session)) {
    await restartInteraction(question.interaction);
    return reply.redirect(resumePathOf(question), 303);
  }
  const redirectUri = redirectUriOf(question);
  if (redirectUri !== undefined) allowFormRedirect(reply, redirectUri);
  const page = await renderQuestion(deps, request, question, signedIn);
  return sendPage(request, reply, page, { personal: true });
}

async function storeAnswer({ interaction }: Question, result: NonNullable<Interaction['result']>) {
  interaction.result = result;
  await interaction.persist();
}

function changeIn(
  { events }: OidcDeps,
  queries: Queries,
  request: FastifyRequest,
  { userId, uid: sessionUid }: Session,
) {
  return new Change({ events: events.store }, queries, causeOf(request, { userId, sessionUid }));
}

/** `shown`: the scopes that the user consents to; undefined for a confirmation. */
async function allow(
  deps: OidcDeps,
  request: FastifyRequest,
  question: Question,
  { session, shown }: { session: Session; shown: ScopeSet | undefined },
) {
  const { applicationId } = ownMetadataOf(question.client);
  let change: Change | undefined;
  if (shown)
    await deps.stores.consents.add(session.userId, applicationId, shown, (queries) => {
      change = changeIn(deps, queries, request, session);
      return change.record({ type: 'access.granted', applicationId });
    });
  // keeps earlier answers, such as the sign-in that the request required
  await storeAnswer(question, { ...question.interaction.lastSubmission, consent: {} });
  await change?.committed();
}

async function refuse(
  deps: OidcDeps,
  request: FastifyRequest,
  question: Question,
  session: Session,
) {
  await storeAnswer(question, { error: 'access_denied', error_description: 'the user refused' });
  const { applicationId } = ownMetadataOf(question.client);
  const change = changeIn(deps, deps.db, request, session);
  await change.record({ type: 'access.declined', applicationId });
  await change.committed();
}

export async function handleConsentAnswer(
  deps: OidcDeps,
  request: FastifyRequest<SuspendedRoute>,
  reply: FastifyReply,
) {
  const { uid } = request.params;
  const form = request.body as URLSearchParams;
  const { sessionUid, shown } = readCsrfToken(deps, form, uid);
  const decision = decisions.find((one) => one === form.get('decision'));
  if (!decision) return fail('request.invalid');
  const question = await findQuestion(deps, request);
  reply.header('cache-control', 'no-store');
  // the page at this address says that the request is over
  if (!question) return reply.redirect(consentPath(uid), 303);
  const session = await deps.http.sessionCookie.find(request);
  // another user signed in meanwhile, or the user signed out: show the page to the present user
  if (!session || session.uid !== sessionUid || !isForSession(question, session))
    return reply.redirect(consentPath(uid), 303);
  if (decision === 'allow') await allow(deps, request, question, { session, shown });
  else if (decision === 'refuse') await refuse(deps, request, question, session);
  else {
    await deps.http.signOut(request, reply);
    await restartInteraction(question.interaction);
  }
  return reply.redirect(resumePathOf(question), 303);
}
