// Describes JSON schemas of the OpenAPI document for people: one row for each field.

import { escapeHtml } from '@brama/contract/escape-html';

export type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  default?: unknown;
  description?: string;
};

const nameOfRef = (ref: string) => ref.split('/').at(-1) ?? ref;

/** Returns the names of the schemas to which the type refers. */
function refsIn({ $ref, anyOf, oneOf, items }: Schema): string[] {
  const parts = [...(anyOf ?? []), ...(oneOf ?? []), ...(items ? [items] : [])];
  return [...($ref === undefined ? [] : [nameOfRef($ref)]), ...parts.flatMap(refsIn)];
}

/** Returns the type with links to the schemas of the page. */
function typeMarkup(schema: Schema): string {
  const names = new Set(refsIn(schema));
  return escapeHtml(typeOf(schema)).replaceAll(/\w+/g, (word) =>
    names.has(word) ? `<a href="#type-${word}">${word}</a>` : word,
  );
}

/** A name of a type in one line, such as `string (uuid)` or `array of object`. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameOfRef(schema.$ref);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return [...new Set(options.map(typeOf))].join(' or ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.type === 'array') return `array of ${typeOf(schema.items ?? {})}`;
  const type = [schema.type ?? 'any'].flat().join(' or ');
  return schema.format === undefined ? type : `${type} (${schema.format})`;
}

/** The largest safe integer stands for no limit. */
const isLimit = (limit: number | undefined) =>
  limit !== undefined && Math.abs(limit) < Number.MAX_SAFE_INTEGER;

/** Returns the schema with the limits of its only option besides null. */
function withLimits(schema: Schema): Schema {
  const options = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  return options.length === 1 ? { ...options[0], ...schema } : schema;
}

/** Returns limits and the default, such as `1–100 characters`. */
function limitsOf(given: Schema): string {
  const schema = withLimits(given);
  const range = (min: number | undefined, max: number | undefined, unit: string) => {
    if (isLimit(min) && isLimit(max)) return [`${min}–${max}${unit}`];
    if (isLimit(max)) return [`at most ${max}${unit}`];
    return isLimit(min) ? [`at least ${min}${unit}`] : [];
  };
  return [
    ...range(schema.minLength, schema.maxLength, ' characters'),
    ...range(schema.minimum, schema.maximum, ''),
    ...range(schema.minItems, schema.maxItems, ' items'),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
    ...(schema.description ? [schema.description] : []),
  ].join('; ');
}

export type Field = { name: string; schema: Schema; isRequired: boolean };

/** Returns the fields of a schema and of the objects in it, named by their paths. */
export function fieldsOf(schema: Schema, path = ''): Field[] {
  const options = schema.anyOf ?? schema.oneOf ?? [];
  if (options.length > 0) return options.flatMap((option) => fieldsOf(option, path));
  if (schema.type === 'array') return fieldsOf(schema.items ?? {}, `${path}[]`);
  const { properties = {}, required = [], additionalProperties } = schema;
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const full = path === '' ? name : `${path}.${name}`;
    return [
      { name: full, schema: field, isRequired: required.includes(name) },
      ...fieldsOf(field, full),
    ];
  });
  if (typeof additionalProperties !== 'object' || Object.keys(additionalProperties).length === 0)
    return own;
  const name = path === '' ? '*' : `${path}.*`;
  return [...own, { name, schema: additionalProperties, isRequired: false }];
}

/** Returns a table of fields; an empty text without fields. */
export function tableOf(caption: string, fields: readonly Field[]): string {
  if (fields.length === 0) return '';
  const rows = fields.map(
    ({ name, schema, isRequired }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${typeMarkup(schema)}${isRequired ? ', required' : ''}</td>` +
      `<td>${escapeHtml(limitsOf(schema))}</td></tr>`,
  );
  return (
    `<div class="table" role="group" aria-label="${escapeHtml(caption)}" tabindex="0"><table>` +
    `<caption>${escapeHtml(caption)}</caption><thead><tr><th scope="col">Field</th><th scope="col">Type</th>` +
    `<th scope="col">Notes</th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  );
}
