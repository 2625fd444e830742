/** Validation and documentation by zod; responses are serialised unchanged. */
import swagger from '@fastify/swagger';
import type { FastifySchemaCompiler } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject, validatorCompiler } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { App } from '../types.js';
import { completeDocument, type Document, type DocumentedBank, openapiBase } from './openapi.js';

/** Replaces Fastify's default compilers, which take megabytes and are not used here. */
export const compilersFactory = { buildValidator: unexpected, buildSerializer: unexpected };

function unexpected(): never {
  throw new Error('useSchemas() replaces this compiler');
}

/** @param banks named in the documentation */
export function useSchemas(app: App, baseUrl: string, banks: readonly DocumentedBank[]): void {
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(() => JSON.stringify);
  app.register(swagger, {
    openapi: openapiBase(baseUrl),
    transform: withExamples,
    transformObject: (document) =>
      completeDocument(withoutUnused(jsonSchemaTransformObject(document) as Document), banks),
  });
}

/** Documents `form`, the schema of routes that accept a form as well as JSON, which the transform does not know. */
const withForm: typeof jsonSchemaTransform = (route) => {
  const { form, ...schema } = (route.schema ?? {}) as { form?: z.ZodType };
  if (!form) return jsonSchemaTransform(route);
  const transformed = jsonSchemaTransform({ ...route, schema });
  const { $schema: _, ...formSchema } = z.toJSONSchema(form, { io: 'input' });
  const content = {
    'application/json': { schema: transformed.schema.body },
    'multipart/form-data': { schema: formSchema },
  };
  return { ...transformed, schema: { ...transformed.schema, body: { content } } };
};

interface DocumentedContent {
  content?: Record<string, { examples?: Record<string, object> }>;
}

/** Documents the named examples of responses, which the transform drops. */
const withExamples: typeof jsonSchemaTransform = (route) => {
  const transformed = withForm(route);
  const documented = (transformed.schema.response ?? {}) as Record<string, DocumentedContent>;
  for (const [status, { content }] of Object.entries(
    (route.schema?.response ?? {}) as Record<string, DocumentedContent>,
  )) {
    for (const [type, { examples = {} }] of Object.entries(content ?? {})) {
      const target = documented[status]?.content?.[type];
      if (target && Object.keys(examples).length > 0) target.examples = examples;
    }
  }
  return transformed;
};

/** Validates headers only when one of the described headers is present: most requests have none. */
export const compileValidator: FastifySchemaCompiler<z.ZodType> = (route) => {
  const validate = validatorCompiler(route);
  const { schema, httpPart } = route;
  if (httpPart !== 'headers' || !(schema instanceof z.ZodObject)) return validate;
  const names = Object.keys(schema.shape);
  return (headers: Record<string, unknown>) => {
    if (!names.some((name) => headers[name] !== undefined)) return true;
    const result = validate(headers);
    return typeof result === 'object' && result !== null && 'error' in result ? result : true;
  };
};

/** The transform emits every schema twice, as input and as output; unreferenced ones are removed. */
function withoutUnused(document: Document): Document {
  const schemas: Record<string, unknown> = document.components?.schemas ?? {};
  const used = reachable(document.paths, schemas);
  const remaining = Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name)));
  return { ...document, components: { ...document.components, schemas: remaining } } as Document;
}

function reachable(
  from: unknown,
  schemas: Readonly<Record<string, unknown>>,
  seen = new Set<string>(),
): Set<string> {
  for (const [, name = ''] of JSON.stringify(from).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
    if (seen.has(name)) continue;
    seen.add(name);
    reachable(schemas[name] ?? {}, schemas, seen);
  }
  return seen;
}
