// Values that look like markup, and requests that are no plain XML: neither changes an answer or costs the server anything.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { readXml, type XmlElement } from '../../../src/xml/read-xml.ts';
import { addCasApplication } from '../../support/cas/applications.ts';
import { ask, askSaml, call, ticketFor } from '../../support/cas/client.ts';
import { describeOnDatabases } from '../../support/databases.ts';
import { addUser, makeWorld, type World } from '../../support/world.ts';

const service = 'https://campus.example/app/?a=1&b=<2>';
const attributes = {
  name: 'fullName',
  latin: 'fullNameEn',
  given: 'givenName',
  groups: 'groups',
  faculty: 'data.faculty',
};

const names = [
  '</cas:user><cas:user>admin',
  '</cas:name><cas:memberOf>admins</cas:memberOf><cas:name>',
  '</cas:authenticationSuccess><cas:authenticationSuccess><cas:user>admin</cas:user>',
  '<![CDATA[<cas:user>admin</cas:user>]]>',
  '<!--',
  '-->',
  '<?xml version="1.0"?>',
  '&lt;cas:user&gt;admin&lt;/cas:user&gt;',
  '&#60;b&#62;',
  '" code="INVALID_TICKET',
  "'><x/>",
  ']]>',
  'a\u0000b\u0008c\ufffe',
  '\ud800\udc00 \u2028 \u0085',
] as const;

/** PostgreSQL stores no NUL, so no database does. */
const storable = (text: string) => text.replaceAll('\0', '');

describeOnDatabases('XML of CAS', (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(kind);
    await addCasApplication(world.db, {
      id: '5d8e2c1a-3f47-4b69-8a05-6c9d1e7f2b34',
      name: 'markup',
      protocol: { services: ['https://campus.example/app/'], attributes },
    });
  });
  afterAll(() => world.close());

  let count = 0;
  /** Signs in a user with this text in each field. */
  async function signInAs(text: string) {
    count += 1;
    const username = `user${count}`;
    const user = { username, fullName: text, fullNameEn: text, givenName: text };
    await addUser(world.db, { ...user, groups: ['students', text] }, world.passwordHash);
    world.clock.now += 30_000;
    return { username, cookie: await world.signIn(username) };
  }

  test.each(names.map(storable))('the name %j stays one value', async (text) => {
    const { username, cookie } = await signInAs(text);
    const ticket = await ticketFor(world, cookie, service);
    const held = text.replaceAll('\b', '\ufffd').replaceAll('\ufffe', '\ufffd');
    const said = await ask(world, 'p3/serviceValidate', { service, ticket });
    expect([said.user, said.attributes?.slice(3)]).toEqual([
      username,
      [
        `name=${held}`,
        `latin=${held}`,
        `given=${held}`,
        'groups=students',
        `groups=${held}`,
        'faculty=ФПМ',
      ],
    ]);
    const again = await ticketFor(world, cookie, service);
    const json = await call(world, 'p3/serviceValidate', {
      service,
      ticket: again,
      format: 'JSON',
    });
    expect(json.json().serviceResponse.authenticationSuccess.attributes.name).toBe(text);
    const saml = await askSaml(world, { service, ticket: await ticketFor(world, cookie, service) });
    const found = valuesOf(saml.body);
    expect([found['name'], found['NameIdentifier']]).toEqual([[held], [username, username]]);
  });

  test('an answer that refuses a ticket repeats nothing of the request', async () => {
    const hostile = '"><cas:authenticationSuccess>';
    const query = { service: hostile, ticket: hostile, renew: hostile, pgtUrl: hostile };
    for (const endpoint of ['serviceValidate', 'p3/proxyValidate']) {
      const { body } = await call(world, endpoint, query);
      expect(body).toMatch(
        /^<cas:serviceResponse xmlns:cas="[^"]+"><cas:authenticationFailure code="INVALID_\w+">[\w ]+<\/cas:authenticationFailure><\/cas:serviceResponse>$/,
      );
    }
    const proxied = await call(world, 'proxy', { pgt: hostile, targetService: hostile });
    expect(proxied.body).not.toContain('authenticationSuccess');
  });

  const deep = 20_000;
  test.each([
    ['a DOCTYPE', '<!DOCTYPE a SYSTEM "http://evil.example/a.dtd"><a/>'],
    ['an external entity', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
    [
      'entities that grow',
      `<!DOCTYPE a [<!ENTITY b "${'b'.repeat(1_000)}">${Array.from({ length: 9 }, (_, at) => `<!ENTITY b${at} "${`&b${at ? at - 1 : ''};`.repeat(10)}">`).join('')}]><a>&b8;</a>`,
    ],
    ['elements within each other', '<a>'.repeat(deep / 4)],
    ['no end', '<a b="'],
    ['other text', 'ticket=ST-1'],
    ['nothing', ''],
    ['zeros', '\0'.repeat(1_000)],
  ])('a SAML request with %s is refused', async (_name, body) => {
    const start = performance.now();
    const answer = await askSaml(world, { service, body });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      'text/xml; charset=utf-8',
    ]);
    expect(answer.body).toContain('<StatusCode Value="samlp:Requester">');
    expect(answer.body).not.toMatch(/NameIdentifier|root:/);
    expect(performance.now() - start).toBeLessThan(2_000);
  });

  test('a SAML request of more than 16 KiB is refused before it is read', async () => {
    const answer = await askSaml(world, { service, body: `<a>${' '.repeat(17 * 1024)}</a>` });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      413,
      'text/xml; charset=utf-8',
    ]);
    expect(answer.body).toContain('samlp:Requester');
  });

  test('a SAML request with an empty content type is refused as one that cannot succeed', async () => {
    const answer = await world.send({
      method: 'POST',
      url: `/cas/samlValidate?${new URLSearchParams({ TARGET: service })}`,
      headers: { 'content-type': '' },
      payload: '<a/>',
    });
    expect(answer.statusCode).toBe(415);
    expect(answer.body).toContain('samlp:Requester');
  });

  test.each([
    'text/xml',
    'text/xml; charset=utf-8',
    'application/soap+xml',
    'application/x-www-form-urlencoded',
    undefined,
  ])('a SAML request has any content type: %s', async (type) => {
    const { cookie } = await signInAs('name');
    const ticket = await ticketFor(world, cookie, service);
    const payload = `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><p:Request xmlns:p="urn:oasis:names:tc:SAML:1.0:protocol" RequestID="r"><p:AssertionArtifact>${ticket}</p:AssertionArtifact></p:Request></e:Body></e:Envelope>`;
    const answer = await world.send({
      method: 'POST',
      url: `/cas/samlValidate?${new URLSearchParams({ TARGET: service })}`,
      payload,
      ...(type && { headers: { 'content-type': type } }),
    });
    expect(answer.body).toContain('samlp:Success');
  });
});

/** Returns the texts of elements by the name of the element, or of the attribute that it holds. */
function valuesOf(body: string): Record<string, string[]> {
  const root = readXml(body);
  if ('reason' in root) throw new Error(root.reason);
  const found: Record<string, string[]> = {};
  const visit = ({ name, text, attributes: all, children }: XmlElement) => {
    const named = all.find((one) => one.name === 'AttributeName')?.value;
    if (named !== undefined) found[named] = children.map((one) => one.text);
    else if (children.length === 0) found[name] = [...(found[name] ?? []), text];
    if (named === undefined) for (const child of children) visit(child);
  };
  visit(root);
  return found;
}
