// Explains to the user why a sign-in failed. The page also shows the error code, for developers.

import type { Language } from '../pages/html.ts';

type Sentence = Record<Language, string>;

const noAccess: Sentence = {
  uk: 'Ви не дозволили доступ, або ваш обліковий запис не має доступу до цього сервісу. Якщо сервіс вам потрібен, зверніться до підтримки університету.',
  en: 'You didn’t allow access, or your account doesn’t have access to this app. If you need the app, ask your university’s support.',
};
const signInNeeded: Sentence = {
  uk: 'Щоб продовжити, потрібно ввійти через Браму.',
  en: 'To continue, sign in with Brama.',
};
const tooLate: Sentence = {
  uk: 'Цей вхід уже використано або він чекав надто довго. Увійдіть ще раз.',
  en: 'This sign-in was already used or waited too long. Sign in again.',
};
const elsewhere: Sentence = {
  uk: 'Цей вхід почався не в цьому браузері, або його сторінку відкрили вдруге. Увійдіть ще раз.',
  en: 'This sign-in didn’t start in this browser, or its page was opened twice. Sign in again.',
};
const unavailable: Sentence = {
  uk: 'Брама зараз не відповідає. Спробуйте ще раз за кілька хвилин.',
  en: 'Brama isn’t responding. Try again in a few minutes.',
};
const wrongRequest: Sentence = {
  uk: 'Сервіс надіслав Брамі запит, якого вона не прийняла. Повідомте про це власникові сервісу.',
  en: 'The app sent Brama a request that it rejected. Tell the owner of the app.',
};
const notTrusted: Sentence = {
  uk: 'Брама не впізнала сервісу: його секрет неправильний. Повідомте про це власникові сервісу.',
  en: 'Brama didn’t recognise the app: its secret is wrong. Tell the owner of the app.',
};
const strongerSignIn: Sentence = {
  uk: 'Сервіс вимагає надійнішого входу. Якщо налаштувати його не вдається, повідомте про це власникові сервісу.',
  en: 'The app requires a stronger sign-in. If you can’t set it up, tell the owner of the app.',
};
const other: Sentence = {
  uk: 'Увійти не вдалося. Спробуйте ще раз.',
  en: 'The sign-in didn’t succeed. Try again.',
};

/** Codes of OAuth 2.0, OpenID Connect, the device grant (RFC 8628) and CAS, of Brama’s ticket call, and our own. */
const sentences: Record<string, Sentence> = {
  access_denied: noAccess,
  login_required: signInNeeded,
  consent_required: signInNeeded,
  interaction_required: signInNeeded,
  account_selection_required: signInNeeded,
  invalid_grant: tooLate,
  INVALID_TICKET: tooLate,
  expired_token: tooLate,
  'application.ticket-refused': tooLate,
  state: elsewhere,
  unreachable: unavailable,
  TimeoutError: unavailable,
  TypeError: unavailable,
  temporarily_unavailable: unavailable,
  server_error: unavailable,
  unavailable,
  busy: unavailable,
  internal: unavailable,
  'request.too-many': unavailable,
  INTERNAL_ERROR: unavailable,
  invalid_request: wrongRequest,
  invalid_scope: wrongRequest,
  invalid_target: wrongRequest,
  unsupported_response_type: wrongRequest,
  unauthorized_client: wrongRequest,
  'request.invalid': wrongRequest,
  INVALID_REQUEST: wrongRequest,
  INVALID_SERVICE: wrongRequest,
  invalid_client: notTrusted,
  'application.credentials-refused': notTrusted,
  unmet_authentication_requirements: strongerSignIn,
};

/** Returns a sentence for every code, also for an unknown one. */
export function refusalWords(code: string, language: Language): string {
  return (Object.hasOwn(sentences, code) ? (sentences[code] ?? other) : other)[language];
}
