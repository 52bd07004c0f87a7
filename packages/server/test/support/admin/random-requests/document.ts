// The OpenAPI document of a server, and what it says about requests and responses.

import { openApiPath } from '@brama/contract/admin/paths';
import type { AdminRouteId } from '@brama/contract/admin/routes';
import { expect } from 'vitest';
import { z } from 'zod';
import type { World } from '../../world.ts';
import { jsonOf } from '../callers.ts';

export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  properties?: Record<string, JsonSchema>;
  propertyNames?: JsonSchema;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

export type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: JsonSchema };
type Content = Record<string, { schema: JsonSchema }>;
export type Operation = {
  operationId: AdminRouteId;
  parameters: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { headers?: Record<string, unknown>; content?: Content }>;
};
type Reference = { $ref: string };
type StoredOperation = Omit<Operation, 'parameters' | 'responses'> & {
  parameters: (Parameter | Reference)[];
  responses: Record<string, Operation['responses'][string] | Reference>;
};
type OpenApi = {
  paths: Record<string, Record<string, StoredOperation>>;
  components: {
    parameters: Record<string, Parameter>;
    responses: Operation['responses'];
    schemas: Record<string, JsonSchema>;
  };
};

/** Returns the part to which a reference leads. */
function resolve<Part extends object>(part: Part | Reference, parts: Record<string, Part>): Part {
  if (!('$ref' in part)) return part;
  const found = parts[part.$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`${part.$ref} is not in the document`);
  return found;
}

const toDefinitions = (text: string) => text.replaceAll('"#/components/schemas/', '"#/$defs/');

export type Response = { statusCode: number; headers: Record<string, unknown>; body: string };

export class Document {
  readonly #operations: Map<AdminRouteId, Operation>;
  /** By the text of the schema. */
  readonly #validators = new Map<string, z.ZodType>();
  readonly #definitions: Record<string, JsonSchema>;
  readonly schemas: Record<string, JsonSchema>;

  constructor({ paths, components }: OpenApi) {
    const all = Object.values(paths).flatMap((methods) => Object.values(methods));
    const whole = all.map(({ parameters, responses, ...operation }) => ({
      ...operation,
      parameters: parameters.map((one) => resolve(one, components.parameters)),
      responses: Object.fromEntries(
        Object.entries(responses).map(([status, one]) => [
          status,
          resolve(one, components.responses),
        ]),
      ),
    }));
    this.#operations = new Map(whole.map((operation) => [operation.operationId, operation]));
    this.schemas = components.schemas;
    this.#definitions = JSON.parse(toDefinitions(JSON.stringify(components.schemas)));
  }

  static async of(world: World): Promise<Document> {
    return new Document((await world.send({ url: openApiPath })).json());
  }

  operation(id: AdminRouteId): Operation {
    const operation = this.#operations.get(id);
    if (!operation) throw new Error(`${id} is not in the document`);
    return operation;
  }

  /** Returns what the text of a schema says about a value. References lead to the components of the document. */
  #validator(schema: string): z.ZodType {
    const known = this.#validators.get(schema);
    if (known) return known;
    const own = JSON.parse(toDefinitions(schema));
    const made = z.fromJSONSchema({ ...own, $defs: this.#definitions });
    this.#validators.set(schema, made);
    return made;
  }

  permits(schema: JsonSchema, value: unknown): boolean {
    // zod reads patterns without the flag `u`
    const known = JSON.stringify(schema, (name, one) =>
      name === 'pattern' && one.includes('\\p') ? undefined : one,
    );
    return this.#validator(known).safeParse(value).success;
  }

  /** Checks status, headers, content type and body of a response. */
  checkResponse(id: AdminRouteId, { statusCode, headers, body }: Response): void {
    const documented = this.operation(id).responses[String(statusCode)];
    expect([statusCode, documented !== undefined]).toEqual([statusCode, true]);
    for (const name of Object.keys(documented?.headers ?? {}))
      expect([name, headers[name.toLowerCase()]]).toEqual([name, expect.any(String)]);
    const [content] = Object.entries(documented?.content ?? {});
    const type = content && `${content[0]}; charset=utf-8`;
    expect([headers['content-type'], body !== '']).toEqual([type, content !== undefined]);
    if (!content) return;
    const value = jsonOf({ headers, body }) ?? body;
    const { error } = this.#validator(JSON.stringify(content[1].schema)).safeParse(value);
    expect([body, error?.issues]).toEqual([body, undefined]);
  }
}
