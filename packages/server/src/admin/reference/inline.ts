// Puts the components of the OpenAPI document where they are used, because the page shows each route complete.

type Json = null | string | number | boolean | Json[] | { [name: string]: Json };

/** The types with sections of their own. Conditions contain conditions. */
const types = ['Problem', 'Access', 'AccessCondition', 'Attribute', 'GivenAccess'];

const isMapping = (value: Json | undefined): value is { [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the component to which the reference leads, such as `#/components/responses/Gone`. */
function componentAt(document: Json, ref: string): Json {
  const found = ref
    .split('/')
    .slice(1)
    .reduce<Json | undefined>((part, name) => (isMapping(part) ? part[name] : undefined), document);
  if (found === undefined) throw new Error(`no component ${ref}`);
  return found;
}

/** Returns the document without references, except those to the types of the page, which remain its only schemas. */
export function inlined<Document extends { components: { schemas: object } }>(
  document: Document,
): Document {
  const json: Json = JSON.parse(JSON.stringify(document));
  function inline(value: Json): Json {
    if (Array.isArray(value)) return value.map(inline);
    if (!isMapping(value)) return value;
    const { $ref, ...own } = value;
    if (typeof $ref === 'string' && !types.some((name) => $ref.endsWith(`/schemas/${name}`)))
      return { ...(inline(componentAt(json, $ref)) as object), ...own };
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inline(part)]));
  }
  const schemas = types.map((name) => [
    name,
    inline(componentAt(json, `#/components/schemas/${name}`)),
  ]);
  const components = { ...document.components, schemas: Object.fromEntries(schemas) };
  return { ...(inline(json) as unknown as Document), components };
}
