// Makes fast-check arbitraries from the JSON schemas of the OpenAPI document.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { JsonSchema } from './document.ts';
import { Existing, type Kind, kindOf, kindsWithIds } from './existing.ts';
import { spoiled } from './hostile.ts';

/** The time of the test. */
const now = Date.parse('2026-11-20T12:00:00Z');
const day = 86_400_000;

const position = fc.nat(30);
const existing = (kind: Kind) => position.map((at) => new Existing(kind, at));

const everyField = JSON.parse(
  readFileSync(new URL('../../../compatibility/manifest.json', import.meta.url), 'utf8'),
) as { applications: Record<string, unknown>[] };
/** Values of fields that the document describes as any text or object. */
const samples: Record<string, unknown[]> = {};
for (const application of everyField.applications)
  for (const name of ['protocol', 'icon', 'contact'])
    if (application[name]) samples[name] = [...(samples[name] ?? []), application[name]];
/** Forms of fields that the document describes as any text. */
const forms: Record<string, RegExp> = {
  username: /^[a-zа-яіїєґ0-9][a-zа-яіїєґ0-9._-]{0,20}$/,
  email: /^[a-z]{1,10}@[a-z]{1,10}\.example$/,
  fullNameEn: /^[A-Z][a-z’'-]{1,10} [A-Z][a-z]{1,10}$/,
};

function times({ pattern = '' }: JsonSchema): fc.Arbitrary<unknown> {
  const between = (from: number, to: number) =>
    fc.integer({ min: Math.ceil(from / 1000), max: Math.floor(to / 1000) }).map((at) => at * 1000);
  const at = fc.oneof(
    { arbitrary: between(now + 60_000, now + 366 * day), weight: 5 },
    { arbitrary: between(now - 400 * day, now), weight: 2 },
    { arbitrary: between(Date.parse('0001-01-02'), Date.parse('9999-12-30')), weight: 1 },
  );
  const hours = pattern.includes('[+-]') ? fc.integer({ min: -23, max: 23 }) : fc.constant(0);
  const ordinary = fc.tuple(at, hours).map(([time, offset]) => {
    const local = new Date(time + offset * 3_600_000).toISOString().slice(0, -1);
    const text = `${Math.abs(offset)}`.padStart(2, '0');
    return offset === 0 ? `${local}Z` : `${local}${offset < 0 ? '-' : '+'}${text}:00`;
  });
  // in UTC this is year 10000, or the year before 1
  const ends = fc.constantFrom('9999-12-31T23:59:59-12:00', '0001-01-01T00:00:00+12:00');
  if (!pattern.includes('[+-]')) return ordinary;
  return fc.oneof({ arbitrary: ordinary, weight: 9 }, { arbitrary: ends, weight: 1 });
}

const matching = new Map<string, fc.Arbitrary<string>>();

/** Returns texts of a pattern. fast-check needs milliseconds to prepare them, so each pattern is prepared once. */
function textsMatching(form: RegExp, maxLength?: number): fc.Arbitrary<string> {
  const key = `${form} ${maxLength}`;
  const made =
    matching.get(key) ?? fc.stringMatching(form, maxLength === undefined ? {} : { maxLength });
  matching.set(key, made);
  return made;
}

function plainTexts({ minLength = 0, maxLength = 300 }: JsonSchema): fc.Arbitrary<string> {
  const words = fc
    .string({ minLength, maxLength: Math.min(maxLength, 40), unit: 'grapheme' })
    // a grapheme may have several characters
    .map((text) => text.slice(0, maxLength))
    .filter((text) => text.length >= minLength);
  const line = textsMatching(/^[a-zа-яіїєґ0-9][a-zа-яіїєґ0-9 ’'-]{0,20}$/);
  const longest = fc.constant('я'.repeat(Math.min(maxLength, 1000)));
  return fc.oneof(
    { arbitrary: words, weight: 3 },
    { arbitrary: line.map((text) => text.padEnd(minLength, 'x').slice(0, maxLength)), weight: 3 },
    { arbitrary: longest, weight: 1 },
  );
}

function patternTexts({ pattern = '', minLength = 0, maxLength = 300 }: JsonSchema) {
  const form = new RegExp(pattern, 'u');
  // a class of forbidden characters
  if (pattern.startsWith('^[^'))
    return plainTexts({ minLength, maxLength }).filter((text) => form.test(text));
  return textsMatching(form, 30).filter(
    (text) => text.length >= minLength && text.length <= maxLength,
  );
}

/** `name` is that of the field or parameter. */
function texts(schema: JsonSchema, name: string, kind: Kind | undefined): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') {
    const own = kind === undefined ? [] : [{ arbitrary: existing(kind), weight: 8 }];
    const ofOthers = fc.oneof(...kindsWithIds.map((other) => existing(other)));
    return fc.oneof(
      ...own,
      { arbitrary: ofOthers, weight: 1 },
      { arbitrary: fc.uuid(), weight: 1 },
    );
  }
  if (schema.format === 'date-time') return times(schema);
  const any = schema.pattern === undefined ? plainTexts(schema) : patternTexts(schema);
  const form = forms[name];
  const taken = kind ? [existing(kind)] : [];
  if (form) return fc.oneof({ arbitrary: textsMatching(form), weight: 4 }, any, ...taken);
  const known = samples[name]?.filter((sample) => typeof sample === 'string') ?? [];
  if (known.length > 0) return fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 3 }, any);
  if (kind === undefined) return any;
  return fc.oneof({ arbitrary: existing(kind), weight: 6 }, { arbitrary: any, weight: 2 });
}

/** Depth of schemas that refer to themselves. */
const maxDepth = 3;

/** Returns whether the schema contains a reference. */
const refers = (schema: JsonSchema) => JSON.stringify(schema).includes('"$ref"');

/** Makes arbitraries of values that the document permits. */
export class Arbitraries {
  readonly #schemas: Record<string, JsonSchema>;

  constructor(schemas: Record<string, JsonSchema>) {
    this.#schemas = schemas;
  }

  #object(schema: JsonSchema, name: string, depth: number): fc.Arbitrary<unknown> {
    const { properties = {}, required = [], additionalProperties } = schema;
    const fields = Object.fromEntries(
      Object.entries(properties).map(([field, own]) => [field, this.valid(own, field, depth)]),
    );
    const known = fc.record(fields, { requiredKeys: required });
    if (typeof additionalProperties !== 'object') return known;
    const sample = samples[name];
    if (sample) return fc.oneof({ arbitrary: fc.constantFrom(...sample), weight: 4 }, known);
    const key = plainTexts({ maxLength: 64, ...schema.propertyNames });
    const more = fc.dictionary(key, this.valid(additionalProperties, '', depth), { maxKeys: 4 });
    return fc.tuple(more, known).map((parts) => Object.assign({}, ...parts));
  }

  #options(options: JsonSchema[], name: string, depth: number): fc.Arbitrary<unknown> {
    const simple = options.filter((option) => !refers(option));
    const used = depth >= maxDepth && simple.length > 0 ? simple : options;
    return fc.oneof(...used.map((option) => this.valid(option, name, depth)));
  }

  #simple({ type, minimum = -(2 ** 31), maximum = 2 ** 31 }: JsonSchema): fc.Arbitrary<unknown> {
    if (type === 'boolean') return fc.boolean();
    if (type === 'null') return fc.constant(null);
    if (type === undefined) return fc.jsonValue();
    const [min, max] = [Math.max(minimum, -(2 ** 53)), Math.min(maximum, 2 ** 53)];
    const values =
      type === 'integer' ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true });
    return fc.oneof({ arbitrary: values, weight: 4 }, fc.constantFrom(min, max));
  }

  #referred($ref: string, name: string, depth: number): fc.Arbitrary<unknown> {
    const target = this.#schemas[$ref.split('/').at(-1) ?? ''];
    if (!target) throw new Error(`${$ref} is not in the document`);
    return this.valid(target, name, depth + 1);
  }

  /** `name` is that of the field or parameter, `before` the part of the path before a parameter. */
  valid(schema: JsonSchema, name = '', depth = 0, before = ''): fc.Arbitrary<unknown> {
    const { type, $ref } = schema;
    const types = Array.isArray(type) && type.map((one) => ({ ...schema, type: one }));
    const options = schema.anyOf ?? schema.oneOf ?? (types || undefined);
    if ($ref !== undefined) return this.#referred($ref, name, depth);
    if (options) return this.#options(options, name, depth);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    if ('const' in schema) return fc.constant(schema.const);
    if (type === 'string') return texts(schema, name, kindOf(name, before));
    if (type === 'object') return this.#object(schema, name, depth);
    if (type === 'array') return this.#list(schema, name, depth);
    return this.#simple(schema);
  }

  #list({ items = {}, minItems = 0, maxItems = 4 }: JsonSchema, name: string, depth: number) {
    const maxLength = Math.max(minItems, Math.min(maxItems, 4));
    return fc.array(this.valid(items, name, depth), { minLength: minItems, maxLength });
  }

  /** Values of which a third is not valid: in one of its parts. */
  any(schema: JsonSchema, name = '', before = ''): fc.Arbitrary<unknown> {
    const own = this.valid(schema, name, 0, before);
    return fc.oneof({ arbitrary: own, weight: 2 }, { arbitrary: own.chain(spoiled), weight: 1 });
  }
}
