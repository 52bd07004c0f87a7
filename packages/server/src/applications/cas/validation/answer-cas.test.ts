import { expect, test } from 'vitest';
import { readXml } from '../../../xml/read-xml.ts';
import { type CasAnswer, type CasSuccess, writeCasAnswer } from './answer-cas.ts';

const attributes = {
  authenticatedAt: Date.UTC(2026, 10, 23, 20),
  isFromNewLogin: true,
  values: [
    ['mail', ['a@campus.example']],
    ['memberOf', ['a', 'b & c']],
  ],
} as const;

const success: CasSuccess = {
  username: 'olena',
  attributes,
  pgtIou: 'PGTIOU-1',
  proxies: ['https://new.example/pgt?a=1&b=2', 'https://old.example/pgt'],
};

const wrap = (content: string) =>
  `<cas:serviceResponse xmlns:cas="http://www.yale.edu/tp/cas">${content}</cas:serviceResponse>`;

test.each<[string, CasAnswer, string]>([
  [
    'success with everything',
    { success },
    '<cas:authenticationSuccess><cas:user>olena</cas:user><cas:attributes>' +
      '<cas:authenticationDate>2026-11-23T20:00:00.000Z</cas:authenticationDate>' +
      '<cas:longTermAuthenticationRequestTokenUsed>false</cas:longTermAuthenticationRequestTokenUsed>' +
      '<cas:isFromNewLogin>true</cas:isFromNewLogin><cas:mail>a@campus.example</cas:mail>' +
      '<cas:memberOf>a</cas:memberOf><cas:memberOf>b &amp; c</cas:memberOf></cas:attributes>' +
      '<cas:proxyGrantingTicket>PGTIOU-1</cas:proxyGrantingTicket><cas:proxies>' +
      '<cas:proxy>https://new.example/pgt?a=1&amp;b=2</cas:proxy>' +
      '<cas:proxy>https://old.example/pgt</cas:proxy></cas:proxies></cas:authenticationSuccess>',
  ],
  [
    'success of CAS 2.0',
    { success: { username: 'olena', proxies: [] } },
    '<cas:authenticationSuccess><cas:user>olena</cas:user></cas:authenticationSuccess>',
  ],
  [
    'failure',
    { failure: { code: 'INVALID_TICKET', description: 'no "ticket"' } },
    '<cas:authenticationFailure code="INVALID_TICKET">no &quot;ticket&quot;</cas:authenticationFailure>',
  ],
  [
    'proxy ticket',
    { proxyTicket: 'PT-1' },
    '<cas:proxySuccess><cas:proxyTicket>PT-1</cas:proxyTicket></cas:proxySuccess>',
  ],
  [
    'failure of a proxy request',
    { proxyFailure: { code: 'INVALID_REQUEST', description: 'x' } },
    '<cas:proxyFailure code="INVALID_REQUEST">x</cas:proxyFailure>',
  ],
])('XML: %s', (_name, answer, content) => {
  const { type, body } = writeCasAnswer(answer, 'XML');
  expect([type, body]).toEqual(['application/xml; charset=utf-8', wrap(content)]);
});

test.each<[string, CasAnswer, unknown]>([
  [
    'success with everything',
    { success },
    {
      authenticationSuccess: {
        user: 'olena',
        attributes: {
          authenticationDate: '2026-11-23T20:00:00.000Z',
          longTermAuthenticationRequestTokenUsed: false,
          isFromNewLogin: true,
          mail: 'a@campus.example',
          memberOf: ['a', 'b & c'],
        },
        proxyGrantingTicket: 'PGTIOU-1',
        proxies: success.proxies,
      },
    },
  ],
  [
    'success of CAS 2.0',
    { success: { username: 'olena', proxies: [] } },
    { authenticationSuccess: { user: 'olena' } },
  ],
  [
    'failure',
    { failure: { code: 'INVALID_TICKET', description: 'x' } },
    { authenticationFailure: { code: 'INVALID_TICKET', description: 'x' } },
  ],
  ['proxy ticket', { proxyTicket: 'PT-1' }, { proxySuccess: { proxyTicket: 'PT-1' } }],
  [
    'failure of a proxy request',
    { proxyFailure: { code: 'INVALID_REQUEST', description: 'x' } },
    { authenticationFailure: { code: 'INVALID_REQUEST', description: 'x' } },
  ],
])('JSON: %s', (_name, answer, expected) => {
  const { type, body } = writeCasAnswer(answer, 'JSON');
  expect([type, JSON.parse(body)]).toEqual([
    'application/json; charset=utf-8',
    { serviceResponse: expected },
  ]);
});

test('names and values that look like markup stay text', () => {
  const username = '</cas:user><cas:user>admin';
  const hostile = ']]><cas:user>admin</cas:user><!--&lt;';
  const values = [['mail', [hostile, '\0\ud800']]] as const;
  const answer = {
    success: { username, attributes: { ...attributes, values }, proxies: [hostile] },
  };
  const root = readXml(writeCasAnswer(answer, 'XML').body);
  if ('reason' in root) throw new Error(root.reason);
  const [user, found, proxies, ...others] = root.children[0]?.children ?? [];
  expect([user?.name, user?.text, user?.children, others]).toEqual(['user', username, [], []]);
  expect(found?.children.slice(3).map(({ name, text }) => [name, text])).toEqual([
    ['mail', hostile],
    ['mail', '\ufffd\ufffd'],
  ]);
  expect(proxies?.children.map(({ text }) => text)).toEqual([hostile]);
});
