// A CAS client: gets tickets through the browser of a user, and validates them like the server of an application.

import { expect } from 'vitest';
import { readXml, type XmlElement } from '../../../src/xml/read-xml.ts';
import type { World } from '../world.ts';

type Node = World['server'];

/** Returns a service ticket for a signed-in user. */
export async function ticketFor(world: World, cookie: string, service: string): Promise<string> {
  const query = { service };
  const { headers } = await world.send({ url: '/cas/login', query, headers: { cookie } });
  const url = new URL(`${headers.location}`, service);
  return url.searchParams.get('ticket') ?? expect.fail(`no ticket: ${url}`);
}

/** What an answer says. */
export type Said = {
  code?: string;
  description?: string;
  user?: string;
  /** `name=value`, in their order. */
  attributes?: string[];
  pgtIou?: string;
  proxies?: string[];
  proxyTicket?: string;
};

const localNames: Record<string, keyof Said> = {
  user: 'user',
  proxyGrantingTicket: 'pgtIou',
  proxyTicket: 'proxyTicket',
};

function saidBy(content: XmlElement): Said {
  const code = content.attributes.find(({ name }) => name === 'code')?.value;
  if (code !== undefined) return { code, description: content.text };
  const said: Said = {};
  for (const { name, text, children } of content.children) {
    if (name === 'attributes') said.attributes = children.map((one) => `${one.name}=${one.text}`);
    else if (name === 'proxies') said.proxies = children.map((one) => one.text);
    else Object.assign(said, { [localNames[name] ?? expect.fail(`unknown: ${name}`)]: text });
  }
  return said;
}

/** Reads the one element of a `cas:serviceResponse`. */
export function readAnswer(body: string): Said {
  const root = readXml(body);
  if ('reason' in root) throw new Error(`${root.reason}: ${body}`);
  const [content, ...others] = root.children;
  expect([root.namespace, root.name, others]).toEqual([
    'http://www.yale.edu/tp/cas',
    'serviceResponse',
    [],
  ]);
  return saidBy(content ?? expect.fail('empty answer'));
}

type Query = Record<string, string | readonly string[]>;

/** Calls an endpoint below `/cas/`, as a program does. */
export function call(world: World, endpoint: string, query: Query, to: Node = world.server) {
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, values]) =>
      [values].flat().map((value) => [name, value] as [string, string]),
    ),
  );
  return world.send({ url: `/cas/${endpoint}?${search}` }, to);
}

/** Returns what the XML answer of an endpoint says. */
export async function ask(world: World, endpoint: string, query: Query, to?: Node): Promise<Said> {
  const answer = await call(world, endpoint, query, to);
  expect([
    answer.statusCode,
    answer.headers['content-type'],
    answer.headers['cache-control'],
  ]).toEqual([200, 'application/xml; charset=utf-8', 'no-store']);
  return readAnswer(answer.body);
}

/** Returns the request of a client with SAML. */
export const samlRequest = (ticket: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><SOAP-ENV:Envelope xmlns:SOAP-ENV="http://schemas.xmlsoap.org/soap/envelope/"><SOAP-ENV:Header/><SOAP-ENV:Body><samlp:Request xmlns:samlp="urn:oasis:names:tc:SAML:1.0:protocol" MajorVersion="1" MinorVersion="1" RequestID="r1"><samlp:AssertionArtifact>${ticket}</samlp:AssertionArtifact></samlp:Request></SOAP-ENV:Body></SOAP-ENV:Envelope>`;

type SamlCall = { service: string; ticket?: string; body?: string; renew?: string };

/** Sends a ticket as a client with SAML does. */
export function askSaml(
  world: World,
  { service, ticket = '', body = samlRequest(ticket), renew }: SamlCall,
) {
  const query = new URLSearchParams({ TARGET: service, ...(renew !== undefined && { renew }) });
  return world.send({
    method: 'POST',
    url: `/cas/samlValidate?${query}`,
    headers: { 'content-type': 'text/xml' },
    payload: body,
  });
}
