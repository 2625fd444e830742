/** Parses the served OpenAPI description into requests to send and responses to expect. */
import { z } from 'zod';
import type { JsonSchema } from './values.js';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
}

interface Documented {
  description: string;
  /** By content type; null if it is not JSON. */
  content: ReadonlyMap<string, z.ZodType | null>;
}

export interface Operation {
  /** Upper case. */
  method: string;
  /** With `{name}` for each parameter. */
  path: string;
  keyed: boolean;
  parameters: readonly Parameter[];
  /** Schemas of the body, by content type. */
  bodies: Readonly<Record<string, JsonSchema>>;
  responses: ReadonlyMap<number, Documented>;
}

export interface Description {
  operations: readonly Operation[];
  /** Schema of every failure, also of failures that no endpoint documents, such as an unknown address. */
  failure: z.ZodType;
}

interface Document {
  paths: Record<string, Record<string, RawOperation>>;
  components: { schemas: Record<string, JsonSchema> };
}

interface RawOperation {
  parameters?: Parameter[];
  security?: Record<string, unknown>[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: JsonSchema }> }>;
}

/** Asks the service at `url` for its own description. */
export async function readDescription(url: string): Promise<Description> {
  const document = (await (await fetch(`${url}/openapi.json`)).json()) as Document;
  const compile = compiler(document.components.schemas);
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, raw]) => operationOf(method.toUpperCase(), path, raw, compile)),
  );
  return { operations, failure: compile({ $ref: '#/components/schemas/Failure' }) };
}

type Compile = (schema: JsonSchema) => z.ZodType;

function operationOf(method: string, path: string, raw: RawOperation, compile: Compile): Operation {
  const responses = Object.entries(raw.responses).map(([status, { description, content = {} }]) => {
    const types = Object.entries(content).map(([type, { schema }]) => {
      return [type, schema && type === 'application/json' ? compile(schema) : null] as const;
    });
    return [Number(status), { description, content: new Map(types) }] as const;
  });
  const bodies = Object.entries(raw.requestBody?.content ?? {}).map(
    // "Exactly one of" is left to `request.ts`.
    ([
      type,
      {
        schema: { oneOf: _, ...schema },
      },
    ]) => [type, schema] as const,
  );
  return {
    method,
    path,
    keyed: raw.security?.some((one) => 'key' in one) ?? false,
    parameters: raw.parameters ?? [],
    bodies: Object.fromEntries(bodies),
    responses: new Map(responses),
  };
}

/** The schemas of the document refer to each other as components; JSON Schema calls them definitions. */
function compiler(components: Record<string, JsonSchema>): Compile {
  const standalone = (schema: unknown) =>
    JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', '#/$defs/')) as Record<
      string,
      unknown
    >;
  const $defs = standalone(components);
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  return (schema) => z.fromJSONSchema({ $schema, $defs, ...standalone(schema) } as never);
}
