// Answers of SAML 1.1 to a ticket (CAS Protocol 3.0.3 §4.2.5). Pure.

import type { MethodId } from '@brama/contract/sign-in/methods';
import { element, type Xml } from '../../../xml/write-xml.ts';
import type { Attributes } from '../../attributes/attributes.ts';
import { flagsOf, type ReleasedAttributes } from './answer-cas.ts';

export const samlProtocol = 'urn:oasis:names:tc:SAML:1.0:protocol';

export type SamlStatus = 'RequestDenied' | 'Requester' | 'Responder';

type Message = {
  /** Epoch milliseconds. */
  now: number;
  responseId: string;
  /** Address of this server. */
  issuer: string;
  /** `RequestID` of the request; undefined if it could not be read. */
  inResponseTo?: string | undefined;
  /** The service; undefined if the request names none. */
  recipient?: string | undefined;
};

export type SamlSuccess = {
  assertionId: string;
  recipient: string;
  username: string;
  /** Undefined after a recovery. */
  method: MethodId | undefined;
  attributes: ReleasedAttributes;
};

const assertionNamespace = 'urn:oasis:names:tc:SAML:1.0:assertion';
const attributeNamespace = 'http://www.ja-sig.org/products/cas/';
/** Clocks of clients may differ by this much, and an assertion is read at once. */
const validMs = 30_000;

const instant = (at: number) => new Date(at).toISOString();
const version = { MajorVersion: '1', MinorVersion: '1' };

function envelope(message: Message, ...content: Xml[]): string {
  const { inResponseTo, recipient } = message;
  const attributes = {
    xmlns: samlProtocol,
    'xmlns:samlp': samlProtocol,
    'xmlns:saml': assertionNamespace,
    ...(inResponseTo !== undefined && { InResponseTo: inResponseTo }),
    IssueInstant: instant(message.now),
    ...version,
    ...(recipient !== undefined && { Recipient: recipient }),
    ResponseID: message.responseId,
  };
  const body = element('SOAP-ENV:Body', {}, element('Response', attributes, ...content));
  return element(
    'SOAP-ENV:Envelope',
    { 'xmlns:SOAP-ENV': 'http://schemas.xmlsoap.org/soap/envelope/' },
    element('SOAP-ENV:Header', {}),
    body,
  ).markup;
}

function attributeStatement(subject: Xml, released: ReleasedAttributes): Xml {
  const flags = Object.entries(flagsOf(released)).map(([name, value]) => [name, [`${value}`]]);
  const all = [...flags, ...released.values] as Attributes;
  const written = all.map(([AttributeName, values]) =>
    element(
      'Attribute',
      { AttributeName, AttributeNamespace: attributeNamespace },
      ...values.map((value) => element('AttributeValue', {}, value)),
    ),
  );
  return element('AttributeStatement', {}, subject, ...written);
}

function assertionOf({ now, issuer }: Message, success: SamlSuccess): Xml {
  const { recipient, attributes, method } = success;
  const artifact = 'urn:oasis:names:tc:SAML:1.0:cm:artifact';
  const subject = element(
    'Subject',
    {},
    element('NameIdentifier', {}, success.username),
    element('SubjectConfirmation', {}, element('ConfirmationMethod', {}, artifact)),
  );
  const conditions = element(
    'Conditions',
    { NotBefore: instant(now - validMs), NotOnOrAfter: instant(now + validMs) },
    element('AudienceRestrictionCondition', {}, element('Audience', {}, recipient)),
  );
  const means = method === 'password' ? 'password' : 'unspecified';
  const authentication = element(
    'AuthenticationStatement',
    {
      AuthenticationInstant: instant(attributes.authenticatedAt),
      AuthenticationMethod: `urn:oasis:names:tc:SAML:1.0:am:${means}`,
    },
    subject,
  );
  // attributes are only sent to services with https (§4.2)
  const isSecure = recipient.startsWith('https:');
  return element(
    'Assertion',
    {
      xmlns: assertionNamespace,
      AssertionID: success.assertionId,
      IssueInstant: instant(now),
      Issuer: issuer,
      ...version,
    },
    conditions,
    ...(isSecure ? [attributeStatement(subject, attributes)] : []),
    authentication,
  );
}

export function writeSamlSuccess(message: Message, success: SamlSuccess): string {
  const status = element('Status', {}, element('StatusCode', { Value: 'samlp:Success' }));
  const { recipient } = success;
  return envelope({ ...message, recipient }, status, assertionOf(message, success));
}

export function writeSamlFailure(message: Message, code: SamlStatus, text: string): string {
  const value = { Value: `samlp:${code}` };
  const status = [element('StatusCode', value), element('StatusMessage', {}, text)];
  return envelope(message, element('Status', {}, ...status));
}
