// Answers of the CAS protocol as XML and JSON (CAS Protocol 3.0.3 §2.5 and §2.7, appendix A), and the plain text of CAS 1.0. Pure.

import { element, type Xml } from '../../../xml/write-xml.ts';
import { type Attributes, attributesObject } from '../../attributes/attributes.ts';

export type AnswerFormat = 'XML' | 'JSON';

export type CasCode =
  | 'INVALID_REQUEST'
  | 'INVALID_TICKET_SPEC'
  | 'INVALID_TICKET'
  | 'INVALID_SERVICE'
  | 'UNAUTHORIZED_SERVICE_PROXY'
  | 'INVALID_PROXY_CALLBACK'
  | 'UNAUTHORIZED_SERVICE'
  | 'INTERNAL_ERROR';

/** The description is in English and repeats nothing of the request. */
export type CasFailure = { code: CasCode; description: string };

export type ReleasedAttributes = {
  /** Epoch milliseconds. */
  authenticatedAt: number;
  /** The user has signed in since the login request. */
  isFromNewLogin: boolean;
  values: Attributes;
};

export type CasSuccess = {
  username: string;
  /** Absent at the endpoints of CAS 2.0. */
  attributes?: ReleasedAttributes | undefined;
  /** The id by which the application finds its proxy-granting ticket. */
  pgtIou?: string | undefined;
  /** Proxies, the newest first. */
  proxies: readonly string[];
};

const namespace = 'http://www.yale.edu/tp/cas';

export type CasAnswer =
  | { success: CasSuccess }
  | { failure: CasFailure }
  | { proxyTicket: string }
  | { proxyFailure: CasFailure };

/** The three attributes that an answer has if it has attributes at all (§2.5.7, §4.1.5). Remember-me is not offered. */
export const flagsOf = ({ authenticatedAt, isFromNewLogin }: ReleasedAttributes) => ({
  authenticationDate: new Date(authenticatedAt).toISOString(),
  longTermAuthenticationRequestTokenUsed: false,
  isFromNewLogin,
});

// clients take the markup within an element as its value, so there is no white space around values

const field = (name: string, ...content: (Xml | string)[]) =>
  element(`cas:${name}`, {}, ...content);

function attributesElement(released: ReleasedAttributes): Xml {
  const flags = Object.entries(flagsOf(released)).map(([name, value]) => field(name, `${value}`));
  const values = released.values.flatMap(([name, all]) => all.map((value) => field(name, value)));
  return field('attributes', ...flags, ...values);
}

function failureElement(name: string, { code, description }: CasFailure): Xml {
  return element(`cas:${name}`, { code }, description);
}

/** In the order of the schema (appendix A). */
function successElement({ username, attributes, pgtIou, proxies }: CasSuccess): Xml {
  const parts = [
    attributes && attributesElement(attributes),
    pgtIou === undefined ? undefined : field('proxyGrantingTicket', pgtIou),
    proxies.length > 0
      ? field('proxies', ...proxies.map((proxy) => field('proxy', proxy)))
      : undefined,
  ];
  const present = parts.filter((part) => part !== undefined);
  return field('authenticationSuccess', field('user', username), ...present);
}

function contentOf(answer: CasAnswer): Xml {
  if ('success' in answer) return successElement(answer.success);
  if ('failure' in answer) return failureElement('authenticationFailure', answer.failure);
  if ('proxyFailure' in answer) return failureElement('proxyFailure', answer.proxyFailure);
  return field('proxySuccess', field('proxyTicket', answer.proxyTicket));
}

function successObject({ username, attributes, pgtIou, proxies }: CasSuccess) {
  return {
    user: username,
    attributes: attributes && { ...flagsOf(attributes), ...attributesObject(attributes.values) },
    proxyGrantingTicket: pgtIou,
    proxies: proxies.length > 0 ? proxies : undefined,
  };
}

function objectOf(answer: CasAnswer): Record<string, unknown> {
  if ('success' in answer) return { authenticationSuccess: successObject(answer.success) };
  if ('failure' in answer) return { authenticationFailure: answer.failure };
  // as §2.7.2 prints it
  if ('proxyFailure' in answer) return { authenticationFailure: answer.proxyFailure };
  return { proxySuccess: { proxyTicket: answer.proxyTicket } };
}

/** Returns the body and its type. */
export function writeCasAnswer(answer: CasAnswer, format: AnswerFormat) {
  if (format === 'JSON')
    return {
      type: 'application/json; charset=utf-8',
      body: JSON.stringify({ serviceResponse: objectOf(answer) }),
    };
  const root = element('cas:serviceResponse', { 'xmlns:cas': namespace }, contentOf(answer));
  return { type: 'application/xml; charset=utf-8', body: root.markup };
}

/** The answer of CAS 1.0 (§2.4). The specification ends after `yes`; clients of CAS 1.0 read the username from the second line. */
export function writePlainAnswer(username: string | undefined) {
  const body = username === undefined ? 'no\n\n' : `yes\n${username}\n`;
  return { type: 'text/plain; charset=utf-8', body };
}
