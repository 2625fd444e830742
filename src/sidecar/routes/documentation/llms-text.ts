/** openapi.json as one text for language models. */
import type { OpenAPIV2, OpenAPIV3, OpenAPIV3_1 } from 'openapi-types';
import { failureKinds } from '../../../engine/api/errors.js';

type Document = OpenAPIV2.Document | OpenAPIV3.Document | OpenAPIV3_1.Document;

interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  maxLength?: number;
}

interface Operation {
  summary?: string;
  description?: string;
  security?: Record<string, unknown>[];
  parameters?: { name: string; in: string; required?: boolean; description?: string }[];
  requestBody?: { content?: Record<string, { schema?: Schema }> };
  responses?: Record<string, { description?: string; content?: Record<string, { schema?: Schema }> }>;
}

type Schemas = Readonly<Record<string, Schema>>;

export function llmsText(document: Document): string {
  const { info, paths = {} } = document as OpenAPIV3_1.Document;
  const schemas = ('components' in document ? document.components?.schemas : {}) as Schemas;
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) =>
      operationText(method, path, operation, schemas),
    ),
  );
  return [`# ${info.title}`, info.description ?? '', ...operations, shapesText(schemas), failuresText()].join(
    '\n\n',
  );
}

function operationText(method: string, path: string, operation: Operation, schemas: Schemas): string {
  const { summary = '', description, security, parameters = [], requestBody, responses = {} } = operation;
  const lines = [
    `## ${method.toUpperCase()} ${path}`,
    [summary, description].filter(Boolean).join('. '),
    ...(security ? [`Needs: ${security.flatMap(Object.keys).join(', ') || 'no key'}`] : []),
    ...parameters.map(({ name, in: place, description: what = '' }) => `- ${place} \`${name}\`: ${what}`),
    ...Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema = {} }]) => [
      `Body (${type === 'application/json' ? 'JSON' : type}):`,
      ...membersText(schema, schemas, ''),
    ]),
    ...Object.entries(responses).map(([status, response]) => responseText(status, response)),
  ];
  return lines.join('\n');
}

function responseText(
  status: string,
  { description = '', content = {} }: NonNullable<Operation['responses']>[string],
): string {
  const shapes = Object.values(content).flatMap(({ schema }) => (schema?.$ref ? [nameOf(schema.$ref)] : []));
  const shape = shapes.length > 0 ? ` (${shapes.join(', ')})` : '';
  return `Answer ${status}${shape}: ${description.replaceAll('\n\n', ' ')}`;
}

/** One member per line, members of nested objects indented. */
function membersText({ properties = {}, required = [] }: Schema, schemas: Schemas, indent: string): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const facts = [typeOf(schema), required.includes(name) ? '' : 'optional', limitOf(schema)].filter(
      Boolean,
    );
    const what = schema.description ? `: ${schema.description}` : '';
    const inner = schema.type === 'array' ? (schema.items ?? {}) : schema;
    return [
      `${indent}- \`${name}\` (${facts.join(', ')})${what}`,
      ...membersText(inner, schemas, `${indent}  `),
    ];
  });
}

function typeOf({ $ref, type, enum: choices, const: only, anyOf, oneOf, items }: Schema): string {
  if ($ref) return nameOf($ref);
  if (choices) return choices.map((choice) => JSON.stringify(choice)).join(' | ');
  if (only !== undefined) return JSON.stringify(only);
  const either = anyOf ?? oneOf;
  if (either) return either.map(typeOf).join(' or ');
  if (type === 'array') return `list of ${items ? typeOf(items) : 'anything'}`;
  return [type ?? 'anything'].flat().join(' or ');
}

function limitOf({ maxLength }: Schema): string {
  return maxLength === undefined ? '' : `up to ${maxLength} characters`;
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function shapesText(schemas: Schemas): string {
  const shapes = Object.entries(schemas).map(([name, schema]) =>
    [
      `### ${name}`,
      schema.description ?? '',
      ...(schema.enum ? [typeOf(schema)] : []),
      ...membersText(schema, schemas, ''),
    ].join('\n'),
  );
  return ['## Shapes', ...shapes].join('\n\n');
}

function failuresText(): string {
  const lines = Object.entries(failureKinds).map(
    ([name, { status, code, reason, verdict, retry, message }]) =>
      `- ${status} ${code ? `code \`${code}\`` : `reason \`${reason}\``}, verdict \`${verdict}\`, retry: ${retry}, page: /docs/errors/${name}. ${message}`,
  );
  return ['## Errors', ...lines].join('\n');
}
