// The reference page: complete, without scripts, and allowed by the content security policy.

import { openApiPath, referencePath } from '@brama/contract/admin/paths';
import { adminRoutes } from '@brama/contract/admin/routes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld, type World } from '../../../test/support/world.ts';
import { fieldsOf, typeOf } from './schema.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld('sqlite');
});
afterAll(() => world.close());

test('shows every route and needs no session, script, inline style or other host', async () => {
  const { statusCode, body, headers } = await world.send({ url: referencePath });
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
  for (const id of Object.keys(adminRoutes)) expect(body).toContain(`<h3 id="${id}">`);
  expect(body).not.toMatch(/<script|<style|\sstyle=|\son\w+=|javascript:/i);
  const addresses = [...body.matchAll(/(?:href|src)="([^"#]*)/g)].map(([, address]) => address);
  const local = ['', 'data:,', openApiPath, `${referencePath}.css`];
  expect(addresses.filter((address) => !local.includes(address ?? ''))).toEqual([]);
  const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const targets = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  for (const name of ['Access', 'AccessCondition', 'Problem'])
    expect(body).toContain(`<h3 id="type-${name}">`);
  expect(body).toContain('array of <a href="#type-AccessCondition">AccessCondition</a>');
  // components of the document, shown where they stand
  for (const code of ['memberships[].active', 'If-Match', 'admin.higher-role'])
    expect(body).toContain(`<code>${code}</code>`);
  const style = await world.send({ url: `${referencePath}.css` });
  expect([style.statusCode, style.headers['content-type']]).toEqual([
    200,
    'text/css; charset=utf-8',
  ]);
});

test('names fields by their paths and types in words', () => {
  const schema = {
    type: 'object',
    required: ['items'],
    properties: {
      items: {
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } },
      },
      next: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      data: { type: 'object', additionalProperties: { type: 'string' } },
      kind: { enum: ['a', 'b'] },
      access: { $ref: '#/components/schemas/Access' },
    },
  };
  const fields = fieldsOf(schema).map(({ name, schema: field, isRequired }) => [
    name,
    typeOf(field),
    isRequired,
  ]);
  expect(fields).toEqual([
    ['items', 'array of object', true],
    ['items[].id', 'string (uuid)', false],
    ['next', 'string or null', false],
    ['data', 'object', false],
    ['data.*', 'string', false],
    ['kind', '"a", "b"', false],
    ['access', 'Access', false],
  ]);
});
