// The reference of the administration API as a page without scripts, made from the OpenAPI document. In English, as the document.

import { escapeHtml } from '@brama/contract/escape-html';
import type { openApiDocument } from '../openapi.ts';
import { inlined } from './inline.ts';
import { type Field, fieldsOf, type Schema, tableOf, typeOf } from './schema.ts';

type Parameter = {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  schema: Schema;
};
type Content = { content?: Record<string, { schema: Schema }>; description?: string };
type Operation = {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content>;
};
type Document = ReturnType<typeof openApiDocument>;
type Route = { method: string; path: string; operation: Operation };

/** Escapes a text and shows what stands in backticks as code. */
const rich = (text: string) =>
  escapeHtml(text)
    .split('`')
    .map((part, index) => (index % 2 === 1 ? `<code>${part}</code>` : part))
    .join('');

function routesOf({ paths }: Document): Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation: operation as Operation,
    })),
  );
}

function parameterFields(parameters: readonly Parameter[]): Field[] {
  return parameters.map(({ name, in: place, required, description, schema }) => ({
    name,
    schema: {
      ...schema,
      description: [place === 'header' && 'Header.', description].filter(Boolean).join(' '),
    },
    isRequired: required,
  }));
}

function bodyFields({ content = {} }: Content): Field[] {
  return fieldsOf(content['application/json']?.schema ?? {});
}

/** Returns the path with variables of a shell for its parameters. */
const shellPath = (path: string) =>
  path
    .split('/')
    .map((part) => (part.startsWith('{') ? `$${part.slice(1, -1).toUpperCase()}` : part))
    .join('/');

/** Returns a call that can be pasted into a shell. */
function exampleOf({ method, path, operation }: Route, origin: string): string {
  const needs = (name: string) => operation.parameters.some((one) => one.name === name);
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}-H "authorization: Bearer $TOKEN"`,
    ...(needs('If-Match') ? [`  -H 'if-match: "1"'`] : []),
    ...(operation.requestBody ? [`  -H 'content-type: application/json' -d @body.json`] : []),
    `  ${origin}${shellPath(path)}`,
  ];
  return lines.join(' \\\n');
}

function sectionOf(route: Route, origin: string): string {
  const { method, path, operation } = route;
  const { operationId, summary, description, parameters, requestBody, responses } = operation;
  const statuses = Object.entries(responses).map(
    ([status, response]) => `<li><code>${status}</code> ${rich(response.description ?? '')}</li>`,
  );
  const [success] = Object.values(responses);
  return (
    `<section aria-labelledby="${operationId}"><h3 id="${operationId}"><span class="method">${method}</span> ` +
    `<code>${escapeHtml(path)}</code></h3><p>${rich(summary)}</p><p class="note">${rich(description)}</p>` +
    tableOf('Parameters', parameterFields(parameters)) +
    (requestBody ? tableOf('Request body', bodyFields(requestBody)) : '') +
    (success ? tableOf('Response', bodyFields(success)) : '') +
    tableOf('Response 202', bodyFields(responses['202'] ?? {})) +
    `<p>Responses:</p><ul>${statuses.join('')}</ul>` +
    `<pre tabindex="0"><code>${escapeHtml(exampleOf(route, origin))}</code></pre></section>`
  );
}

/** Returns the schemas with a name, to which tables refer. */
function typesOf(schemas: Record<string, Schema>): string {
  const sections = Object.entries(schemas).map(
    ([name, schema]) =>
      `<section aria-labelledby="type-${name}"><h3 id="type-${name}"><code>${escapeHtml(name)}</code></h3>` +
      `<p>${escapeHtml(typeOf(schema))}</p>${tableOf(name, fieldsOf(schema))}</section>`,
  );
  return `<h2 id="types">Types</h2>${sections.join('')}`;
}

const introduction = `<p>Send an API token as <code>Authorization: Bearer</code>. The session cookie of a signed-in user works in the browser.</p>
<ul>
<li>Errors are problem details (RFC 9457): <code>code</code> is stable, <code>fields</code> names each invalid field by its path.</li>
<li>Later releases may add fields to responses: ignore those that you do not know.</li>
<li>Lists have <code>items</code> and <code>next</code>. Send <code>next</code> as <code>cursor</code>, with the same filters, for the next page.</li>
<li>Changes of objects with a <code>version</code> need its <code>ETag</code> in <code>If-Match</code>.</li>
<li>Send an <code>Idempotency-Key</code> with creations, so that they can be repeated.</li>
</ul>
<p><a href="/api/openapi.json">The OpenAPI document</a></p>`;

/** Returns the page. `origin` is the public address of the server. */
export function referencePage(given: Document, origin: string): string {
  const document = inlined(given);
  const routes = routesOf(document);
  const groups = document.tags.map(({ name, description }) => ({
    name,
    description,
    routes: routes.filter(({ operation }) => operation.tags.includes(name)),
  }));
  const links = groups.map(
    (group) =>
      `<li><details><summary>${escapeHtml(group.description)}</summary><ul>${group.routes
        .map(
          ({ method, path, operation }) =>
            `<li><a href="#${operation.operationId}"><code>${method} ${escapeHtml(path.replace('/api/admin', ''))}</code></a></li>`,
        )
        .join('')}</ul></details></li>`,
  );
  const sections = groups.map(
    (group) =>
      `<h2 id="tag-${group.name}">${escapeHtml(group.description)}</h2>` +
      group.routes.map((route) => sectionOf(route, origin)).join(''),
  );
  const types = typesOf(document.components.schemas as Record<string, Schema>);
  const title = escapeHtml(document.info.title);
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">` +
    `<meta name="robots" content="noindex"><link rel="icon" href="data:,"><link rel="stylesheet" href="/api/reference.css"></head>` +
    `<body><header><h1>${title}</h1>${introduction}</header><nav aria-label="Contents"><ul>${links.join('')}<li><a href="#types">Types</a></li></ul></nav>` +
    `<main>${sections.join('')}${types}</main></body></html>`
  );
}
