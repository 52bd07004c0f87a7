// Makes fast-check arbitraries from the JSON schemas of the OpenAPI document: mostly valid values, sometimes anything.

import fc from 'fast-check';

export type JsonSchema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

/** Texts that programs often mistake: empty, long, of other alphabets, with operators of databases and lone surrogates. */
const oddTexts = fc.constantFrom(
  '',
  ' ',
  '\0',
  '\ud800',
  "'; drop table users; --",
  '%',
  '_%_',
  '*',
  '"',
  '../..',
  '__proto__',
  'constructor',
  'Ґ’є',
  'a'.repeat(5000),
);

function texts({ format, minLength = 0, maxLength = 200 }: JsonSchema, ids: readonly string[]) {
  if (format === 'uuid') return fc.oneof(fc.constantFrom(...ids), fc.uuid());
  if (format === 'date-time')
    return fc
      .date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString());
  const unit = fc.string({ minLength, maxLength: Math.min(maxLength, 200), unit: 'grapheme' });
  return fc.oneof(unit, oddTexts);
}

function objects(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  ids: readonly string[],
) {
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const [name, schema] of Object.entries(properties)) fields[name] = valid(schema, ids);
  const known = fc.record(fields, { requiredKeys: required });
  if (typeof additionalProperties !== 'object' || Object.keys(properties).length > 0) return known;
  return fc.dictionary(fc.string({ maxLength: 20 }), valid(additionalProperties, ids), {
    maxKeys: 5,
  });
}

/** Returns values that the schema accepts, apart from patterns and texts that `oddTexts` adds. */
function valid(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => valid(option, ids)));
  const { type } = schema;
  if (Array.isArray(type))
    return fc.oneof(...type.map((one) => valid({ ...schema, type: one }, ids)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  const { minimum = -1000, maximum = 1_000_000, items = {}, minItems = 0, maxItems = 5 } = schema;
  switch (type) {
    case 'string':
      return texts(schema, ids);
    case 'integer':
    case 'number':
      return fc.integer({ min: minimum, max: Math.max(minimum, Math.min(maximum, 1_000_000)) });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(valid(items, ids), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 5)),
      });
    case 'object':
      return objects(schema, ids);
    default:
      return fc.jsonValue();
  }
}

/** Returns values of the schema, and in one of five cases any JSON value, or an object with an unknown field. */
export function inputsOf(schema: JsonSchema, ids: readonly string[]): fc.Arbitrary<unknown> {
  const own = valid(schema, ids);
  const withUnknownField = fc
    .tuple(own, fc.string({ minLength: 1, maxLength: 10 }), fc.jsonValue())
    .map(([value, name, more]) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { ...value, [name]: more }
        : value,
    );
  return fc.oneof(
    { arbitrary: own, weight: 8 },
    { arbitrary: withUnknownField, weight: 1 },
    { arbitrary: fc.jsonValue(), weight: 1 },
  );
}
