import { expect, test } from 'vitest';
import { readXml, type XmlElement } from '../../../xml/read-xml.ts';
import { readSamlRequest } from './saml-request.ts';
import { writeSamlFailure, writeSamlSuccess } from './saml-response.ts';

const envelopeStart =
  '<SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/">';
const samlp = 'xmlns:samlp="urn:oasis:names:tc:SAML:1.0:protocol"';
const body = (content: string) =>
  `${envelopeStart}<SOAP-ENV:Header/><SOAP-ENV:Body>${content}</SOAP-ENV:Body></SOAP-ENV:Envelope>`;
const inner = (content: string, id = ' RequestID="r1"') =>
  `<samlp:Request ${samlp} MajorVersion="1" MinorVersion="1"${id}>${content}</samlp:Request>`;
const request = (content: string, id?: string) => body(inner(content, id));
const artifact = (text: string) => `<samlp:AssertionArtifact>${text}</samlp:AssertionArtifact>`;

test.each([
  [
    'phpCAS',
    `<?xml version="1.0" encoding="UTF-8"?>${body(
      `<samlp:Request ${samlp}  MajorVersion="1" MinorVersion="1" RequestID="r1" IssueInstant="2002-06-19T17:03:44.022Z">${artifact('ST-1')}</samlp:Request>`,
    )}`,
  ],
  [
    'python-cas',
    `<?xml version="1.0" encoding="UTF-8"?>\n${body(
      `\n<samlp:Request ${samlp}\nMajorVersion="1"\nMinorVersion="1"\nRequestID="r1"\nIssueInstant="2026-11-23T20:00:00">\n${artifact('ST-1')}</samlp:Request>\n`,
    )}\n`,
  ],
  [
    'other prefixes',
    request(artifact('ST-1')).replaceAll('SOAP-ENV', 's').replaceAll('samlp', 'p'),
  ],
  ['white space around the ticket', request(artifact('\n  ST-1\t'))],
])('reads the request of %s', (_name, text) => {
  expect(readSamlRequest(text)).toEqual({ requestId: 'r1', ticket: 'ST-1' });
});

test.each([
  ['mod_auth_cas 1.2', `<?xml version="1.0" encoding="utf-8"?>${request(artifact('ST-1'), '')}`],
  ['a foreign RequestID', request(artifact('ST-1'), ' samlp:RequestID="r1"')],
])('reads the request without a RequestID of %s', (_name, text) => {
  expect(readSamlRequest(text)).toEqual({ requestId: undefined, ticket: 'ST-1' });
});

const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>`;

test.each([
  ['no XML', 'ticket=ST-1'],
  ['nothing', ''],
  ['a DOCTYPE', `<!DOCTYPE x>${request(artifact('ST-1'))}`],
  [
    'an external entity',
    `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${request(artifact('&e;'))}`,
  ],
  ['entities that grow', bomb + request(artifact('&b;'))],
  ['an unknown entity', request(artifact('ST-1&e;'))],
  ['CDATA', request(artifact('<![CDATA[ST-1]]>'))],
  ['two artifacts', request(artifact('ST-1') + artifact('ST-2'))],
  ['two requests', body(inner(artifact('ST-1')) + inner(artifact('ST-2')))],
  ['no artifact', request('')],
  ['an element in the artifact', request(artifact('ST-1<b/>'))],
  ['an empty RequestID', request(artifact('ST-1'), ' RequestID=""')],
  ['a long RequestID', request(artifact('ST-1'), ` RequestID="${'r'.repeat(257)}"`)],
  ['SAML 2.0', request(artifact('ST-1')).replace('SAML:1.0', 'SAML:2.0')],
  ['another envelope', request(artifact('ST-1')).replace('xmlsoap.org/soap', 'xmlsoap.org/x')],
  ['no envelope', `<samlp:Request ${samlp} RequestID="r1">${artifact('ST-1')}</samlp:Request>`],
  ['elements 65 deep', request('<a>'.repeat(65) + '</a>'.repeat(65) + artifact('ST-1'))],
])('refuses a request with %s', (_name, text) => {
  expect(readSamlRequest(text)).toBeUndefined();
});

const message = {
  now: Date.UTC(2026, 10, 23, 20),
  responseId: '_r',
  issuer: 'https://id.campus.example',
  inResponseTo: 'r1',
};
const success = {
  assertionId: '_a',
  recipient: 'https://campus.example/app/?a=1&b=2',
  username: 'olena',
  method: 'password',
  attributes: {
    authenticatedAt: Date.UTC(2026, 10, 23, 19),
    isFromNewLogin: false,
    values: [['memberOf', ['a', '<b>&']]],
  },
} as const;

function read(text: string): XmlElement {
  const root = readXml(text);
  if ('reason' in root) throw new Error(root.reason);
  return root;
}

test('a success has the form of §4.2.5', () => {
  const subject =
    '<Subject><NameIdentifier>olena</NameIdentifier><SubjectConfirmation>' +
    '<ConfirmationMethod>urn:oasis:names:tc:SAML:1.0:cm:artifact</ConfirmationMethod>' +
    '</SubjectConfirmation></Subject>';
  const attribute = (name: string, ...values: string[]) =>
    `<Attribute AttributeName="${name}" AttributeNamespace="http://www.ja-sig.org/products/cas/">` +
    `${values.map((value) => `<AttributeValue>${value}</AttributeValue>`).join('')}</Attribute>`;
  expect(writeSamlSuccess(message, success)).toBe(
    body(
      '<Response xmlns="urn:oasis:names:tc:SAML:1.0:protocol" xmlns:samlp="urn:oasis:names:tc:SAML:1.0:protocol"' +
        ' xmlns:saml="urn:oasis:names:tc:SAML:1.0:assertion" InResponseTo="r1" IssueInstant="2026-11-23T20:00:00.000Z"' +
        ' MajorVersion="1" MinorVersion="1" Recipient="https://campus.example/app/?a=1&amp;b=2" ResponseID="_r">' +
        '<Status><StatusCode Value="samlp:Success"></StatusCode></Status>' +
        '<Assertion xmlns="urn:oasis:names:tc:SAML:1.0:assertion" AssertionID="_a" IssueInstant="2026-11-23T20:00:00.000Z"' +
        ' Issuer="https://id.campus.example" MajorVersion="1" MinorVersion="1">' +
        '<Conditions NotBefore="2026-11-23T19:59:30.000Z" NotOnOrAfter="2026-11-23T20:00:30.000Z">' +
        '<AudienceRestrictionCondition><Audience>https://campus.example/app/?a=1&amp;b=2</Audience>' +
        `</AudienceRestrictionCondition></Conditions><AttributeStatement>${subject}` +
        `${attribute('authenticationDate', '2026-11-23T19:00:00.000Z')}` +
        `${attribute('longTermAuthenticationRequestTokenUsed', 'false')}${attribute('isFromNewLogin', 'false')}` +
        `${attribute('memberOf', 'a', '&lt;b&gt;&amp;')}</AttributeStatement>` +
        '<AuthenticationStatement AuthenticationInstant="2026-11-23T19:00:00.000Z"' +
        ` AuthenticationMethod="urn:oasis:names:tc:SAML:1.0:am:password">${subject}</AuthenticationStatement>` +
        '</Assertion></Response>',
    ).replace('<SOAP-ENV:Header/>', '<SOAP-ENV:Header></SOAP-ENV:Header>'),
  );
});

test('a service with http receives no attributes', () => {
  const text = writeSamlSuccess(message, { ...success, recipient: 'http://localhost:1/' });
  expect(text).not.toContain('Attribute');
  expect(text).toContain('<NameIdentifier>olena</NameIdentifier>');
});

test('another method than the password is unspecified', () => {
  const text = writeSamlSuccess(message, { ...success, method: 'passkey' });
  expect(text).toContain('AuthenticationMethod="urn:oasis:names:tc:SAML:1.0:am:unspecified"');
});

test('a failure names its status and no user', () => {
  const inResponseTo = '"><NameIdentifier>admin</NameIdentifier>';
  const text = writeSamlFailure({ ...message, inResponseTo }, 'RequestDenied', 'no <ticket>');
  const response = read(text).children[1]?.children[0];
  expect(response?.attributes.find(({ name }) => name === 'InResponseTo')?.value).toBe(
    inResponseTo,
  );
  const status = response?.children[0]?.children;
  expect(status?.map(({ name, text: words }) => [name, words])).toEqual([
    ['StatusCode', ''],
    ['StatusMessage', 'no <ticket>'],
  ]);
  expect(status?.[0]?.attributes[0]?.value).toBe('samlp:RequestDenied');
  expect(response?.children).toHaveLength(1);
  expect(text).not.toContain('<NameIdentifier>');
});
