// The page that asks a user whether an application of others may have what it wants, or whether a native one may
// sign in, and what the answer leads to. A page belongs to one request, one browser and one session: nobody answers for anybody else.

import type { Language } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Client, Interaction, Provider } from 'oidc-provider';
import { z } from 'zod';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import type { Encryption } from '../../../crypto/encryption.ts';
import { fail } from '../../../errors.ts';
import type { SessionCookie } from '../../../http/session-cookie.ts';
import { answerLanguage } from '../../../pages/language/language.ts';
import { sendPage } from '../../../pages/send-page.ts';
import type { Translate } from '../../../pages/translate.ts';
import type { Session } from '../../../sessions/session.ts';
import type { SignedIn } from '../../../sessions/store.ts';
import type { AnswerPages } from '../../interaction-pages.ts';
import { consentPath, resumptionPath } from '../authorization/suspend-request.ts';
import { ownMetadataOf } from '../clients/clients.ts';
import type { SignOut } from '../logout/end-session.ts';
import { confirmationParts, isConfirmation } from '../native/confirmation.ts';
import { formTargetOf } from '../native/redirect-address.ts';
import { startOver } from '../patches.ts';
import { type ScopeSet, scopeSet } from './consent.ts';
import type { ConsentStore } from './store.ts';
import { consentParts } from './words.ts';

export type Waiting = { Params: { uid: string } };

export type ConsentDeps = {
  encryption: Encryption;
  sessionCookie: SessionCookie;
  consents: ConsentStore;
  answerPages: AnswerPages;
  translate: Translate;
  overPage(language: Language, reference: string): string;
  taxIdOf(sessionUid: string): Promise<string | undefined>;
  /** Has this browser brought the request that waits under this id? */
  hasBrought(request: FastifyRequest, uid: string): Promise<boolean>;
  provider(): Promise<Provider>;
  signOut: SignOut;
};

/** A request that waits for an answer. */
type Asked = { interaction: Interaction; client: Client; wish: ScopeSet };

/** What the page's form sends back: which request, who was asked, and what they were shown. */
const proofForm = z.object({
  uid: z.string(),
  sessionUid: z.string(),
  /** Nothing where the user only confirms. */
  shown: scopeSet.optional(),
});

const context = 'consent';

const decisions = ['allow', 'refuse', 'another-user'] as const;

const isAskedOf = ({ interaction }: Asked, session: Session | undefined) =>
  session !== undefined && interaction.session?.uid === session.uid;

/** Where the application waits for the answer; devices have none. */
function addressIn({ interaction }: Asked): string | undefined {
  const { redirect_uri: address } = interaction.params;
  return typeof address === 'string' ? address : undefined;
}

const onwards = ({ interaction, client }: Asked) =>
  resumptionPath(interaction, ownMetadataOf(client).applicationId);

/**
 * The form's answer leads to the application, and from there often further: policies of browsers count every
 * redirect of a form.
 */
function letFormLeadOn(reply: FastifyReply, address: string) {
  const leads = new URL(address).protocol === 'https:' ? 'https:' : formTargetOf(address);
  const header = `${reply.getHeader('content-security-policy')}`;
  reply.header(
    'content-security-policy',
    header.replace("form-action 'self'", (own) => `${own} ${leads}`),
  );
}

export function createConsentPages(deps: ConsentDeps) {
  const { encryption, sessionCookie, consents } = deps;

  async function find(request: FastifyRequest<Waiting>): Promise<Asked | undefined> {
    const { uid } = request.params;
    if (!(await deps.hasBrought(request, uid))) return undefined;
    const provider = await deps.provider();
    const interaction = await provider.Interaction.find(uid);
    // one that is refused without a question has no wish
    const wish = scopeSet.safeParse(interaction?.prompt.details['wish']).data;
    if (!interaction || !wish) return undefined;
    const client = await provider.Client.find(`${interaction.params['client_id']}`);
    return client && { interaction, client, wish };
  }

  function over(request: FastifyRequest, reply: FastifyReply) {
    const page = deps.overPage(answerLanguage(request), request.id);
    return sendPage(request, reply, page, { status: 410, personal: true });
  }

  function proofOf({ interaction, wish }: Asked, session: Session): string {
    const proof: z.infer<typeof proofForm> = {
      uid: interaction.uid,
      sessionUid: session.uid,
      shown: isConfirmation(interaction) ? undefined : wish,
    };
    return encryption.encrypt(JSON.stringify(proof), context);
  }

  async function question(asked: Asked, { session, user }: SignedIn, language: Language) {
    const { interaction, client, wish } = asked;
    const address = addressIn(asked);
    const t = deps.translate(language);
    const action = consentPath(interaction.uid);
    const form = { action, proof: proofOf(asked, session) };
    const place = { path: action.slice(1) };
    if (isConfirmation(interaction)) {
      const parts = confirmationParts({ client, user, address }, language, t);
      return deps.answerPages(language, 'native-confirm', { ...parts, ...form }, place);
    }
    const taxId = wish.scopes.includes('tax_id') ? await deps.taxIdOf(session.uid) : undefined;
    const agreed = await consents.find(user.id, ownMetadataOf(client).applicationId);
    const isDevice = interaction.deviceCode !== undefined;
    const about = { client, user, address, isDevice, wish, agreed, taxId };
    const parts = consentParts(about, language, t);
    return deps.answerPages(language, 'consent', { ...parts, ...form }, place);
  }

  async function ask(request: FastifyRequest<Waiting>, reply: FastifyReply) {
    const asked = await find(request);
    if (!asked) return over(request, reply);
    reply.header('cache-control', 'no-store');
    const signedIn = await sessionCookie.signedIn(request);
    if (!signedIn || !isAskedOf(asked, signedIn.session)) {
      await startOver(asked.interaction);
      return reply.redirect(onwards(asked), 303);
    }
    const { params } = asked.interaction;
    const language = answerLanguage(request, params['ui_locales']);
    const address = addressIn(asked);
    if (address !== undefined) letFormLeadOn(reply, address);
    const page = await question(asked, signedIn, language);
    return sendPage(request, reply, page, { personal: true });
  }

  function proofIn(form: URLSearchParams, uid: string) {
    const opened = encryption.decrypt(form.get('proof') ?? '', context);
    const proof = opened === undefined ? undefined : proofForm.parse(JSON.parse(opened));
    return proof?.uid === uid ? proof : fail('request.invalid');
  }

  async function allow({ interaction, client }: Asked, session: Session, shown?: ScopeSet) {
    if (shown) await consents.agree(session.userId, ownMetadataOf(client).applicationId, shown);
    // what was answered before counts on: the sign-in that was asked for, too
    interaction.result = { ...interaction.lastSubmission, consent: {} };
    await interaction.persist();
  }

  async function refuse({ interaction }: Asked) {
    interaction.result = {
      error: 'access_denied',
      error_description: 'the user refused',
    };
    await interaction.persist();
  }

  async function answer(request: FastifyRequest<Waiting>, reply: FastifyReply) {
    const { uid } = request.params;
    const form = request.body as URLSearchParams;
    const { sessionUid, shown } = proofIn(form, uid);
    const decision = decisions.find((one) => one === form.get('decision'));
    if (!decision) return fail('request.invalid');
    const asked = await find(request);
    if (!asked) return over(request, reply);
    reply.header('cache-control', 'no-store');
    const session = await sessionCookie.find(request);
    // somebody else has come meanwhile, or nobody is there: what this page was about is not theirs
    if (!session || session.uid !== sessionUid || !isAskedOf(asked, session))
      return reply.redirect(consentPath(uid), 303);
    const { applicationId: application } = ownMetadataOf(asked.client);
    const about = { user: session.userId, application };
    const carryOut = {
      async allow() {
        await allow(asked, session, shown);
        if (shown) logSecurityEvent(request.log, 'access.granted', about);
      },
      async refuse() {
        await refuse(asked);
        logSecurityEvent(request.log, 'access.declined', about);
      },
      async 'another-user'() {
        await deps.signOut(request, reply);
        await startOver(asked.interaction);
      },
    };
    await carryOut[decision]();
    return reply.redirect(onwards(asked), 303);
  }

  return { ask, answer };
}

export type ConsentPages = ReturnType<typeof createConsentPages>;
