// The HTML files of the build and the marks in them, which the server replaces by escaped text. Light on
// purpose (imported by the pages themselves).
import type { Instance } from '../instance.ts';
import type { Language } from '../paths.ts';
import type { LoginNotice, MethodId } from './login-page.ts';

/** The sign-in page for one language, set of methods and notice. */
export function loginPageFile(
  language: Language,
  methods: readonly MethodId[],
  notice: LoginNotice,
): string {
  return `login.${language}.${[...methods].sort().join('+')}.${notice}.html`;
}

/** One page of screens.ts, or the not-found page: prerendered if public, else the shell around it. */
export function screenPageFile(language: Language, path: string): string {
  return `page.${language}.${path.replaceAll('/', '.')}.html`;
}

/** Stands beside the screens: the page of every unknown path. */
export const notFoundPage = 'not-found';

/**
 * The page Google leads back to, at `/google-auth`, outside the languages: one for each language, the server
 * chooses. Its part without JavaScript is a form that posts `code`, `state` and `iss` to `paths.googleAuth`.
 */
export const googleAuthPage = 'google-auth';

/** The screen to which the sandbox brings the browser back with a ticket, which no link of the page may keep. */
export const sandboxPage = 'button-wizard/received';

/** What stands between an application and a person: each says why, and leads on to `wayOn`. */
export const answerPages = [
  'consent',
  'native-confirm',
  'no-access',
  'no-method',
  'request-over',
  'request-refused',
  'sign-out',
  'signed-out',
  'try-again',
  'device',
  'device-again',
  'device-confirm',
  'device-done',
  'device-refused',
] as const;
export type AnswerPage = (typeof answerPages)[number];

/**
 * Where passwords are changed: with the current one, a first one, after signing in again, done; and where one is
 * forgotten: who asks, a letter is on its way, another one by what it brought.
 */
export const passwordPages = [
  'password',
  'password-set',
  'password-recent',
  'password-changed',
  'password-forgot',
  'password-sent',
  'password-reset',
] as const;
export type PasswordPage = (typeof passwordPages)[number];

/** The page a person gets where a program would get an error code. */
export const troublePage = 'trouble';

/** Stands in the place of an answer when a request comes from a page of another user than the one signed in. */
export const userChangedPage = 'user-changed';

/** What the page that asks for consent says of one request; what is empty is not shown. */
export const consentMarks = {
  /** Where the application lives, and who is asked. */
  consentHost: '@@consent-host@@',
  consentUser: '@@consent-user@@',
  /** For how long, as a sentence. */
  consentUntil: '@@consent-until@@',
  /** How long the application may still act at services after a sign-out, as a sentence. */
  consentServicesUntil: '@@consent-services-until@@',
  /** What was agreed to before, as a list in a sentence. */
  consentKnown: '@@consent-known@@',
  /** The very values, scope by scope. */
  giveProfile: '@@give-profile@@',
  giveEmail: '@@give-email@@',
  giveGroups: '@@give-groups@@',
  giveCampus: '@@give-campus@@',
  giveTaxId: '@@give-tax-id@@',
  giveServices: '@@give-services@@',
} as const;

/**
 * Differ from request to request.
 * - query: the request's query string with its `?`, or nothing; carried: its carried parameters alone;
 *   path: what stands below the language. All three stand in attributes.
 * - username: in a `value` attribute and in inline JSON
 * - least: how many characters a password must have, in words, in an element and in inline JSON
 * - lead, untold, wait, message, reference: in an element and in inline JSON
 * - wayOn, proof: an address and a hidden input's value, in attributes and in inline JSON
 * - userCode: what stands on a device, in an element, in a `value` attribute and in inline JSON
 * - site, asked, person: of a device that asks, in an element and in inline JSON
 * - askHref, askText: whom to ask about an application, in an attribute and in an element, both in inline JSON
 * - whyUk, whyEn: what was wrong with a request, in an element and in inline JSON
 * - those of consentMarks: in elements, in attributes and in inline JSON
 * - factName, received*, nearest*, otherRegistered: what an application sent and what is registered for it, the
 *   difference apart, in elements and in inline JSON
 * - authCode, authState, authIssuer: what Google sent to its page, in `value` attributes
 * - userHash: of the user the page is for, in `value` attributes and in inline JSON
 * - noscript*: what a browser without JavaScript shows on a page for signed-in users
 */
export const requestMarks = {
  ...consentMarks,
  query: '@@query@@',
  carried: '@@carried@@',
  path: '@@path@@',
  username: '@@username@@',
  least: '@@least@@',
  lead: '@@lead@@',
  untold: '@@untold@@',
  wait: '@@wait@@',
  message: '@@message@@',
  reference: '@@reference@@',
  wayOn: '@@way-on@@',
  proof: '@@proof@@',
  userCode: '@@user-code@@',
  site: '@@site@@',
  asked: '@@asked@@',
  person: '@@person@@',
  askHref: '@@ask@@',
  askText: '@@ask-text@@',
  whyUk: '@@why-uk@@',
  whyEn: '@@why-en@@',
  factName: '@@fact-name@@',
  receivedBefore: '@@received-before@@',
  receivedDiffers: '@@received-differs@@',
  receivedAfter: '@@received-after@@',
  nearestBefore: '@@nearest-before@@',
  nearestDiffers: '@@nearest-differs@@',
  nearestAfter: '@@nearest-after@@',
  otherRegistered: '@@other-registered@@',
  userHash: '@@user-hash@@',
  authCode: '@@auth-code@@',
  authState: '@@auth-state@@',
  authIssuer: '@@auth-issuer@@',
  noscriptHead: '<!--@@noscript-head@@-->',
  noscriptBody: '<!--@@noscript-body@@-->',
} as const;

const link = (name: string) =>
  ({ href: `@@${name}@@`, shown: `@@${name}-shown@@` }) as unknown as Instance['logo'];

/** Stand in the place of what is the same for every request to an instance. */
export const instanceMarks: Instance = {
  organisation: '@@organisation@@',
  host: '@@host@@',
  logo: link('logo'),
  diiaLogo: link('diia-logo'),
  contact: { href: '@@contact@@', text: '@@contact-text@@' },
  bots: { employees: link('bot-employees'), students: link('bot-students') },
  forgotPassword: link('forgot-password'),
};

/** The public address of the instance, without a slash at its end; in attributes. */
export const originMark = '@@origin@@';

/** The instance once more, as inline JSON. */
export const instanceJsonMark = '"@@instance@@"';
