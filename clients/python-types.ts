/** Types for Python from the schemas of responses: a TypedDict for each object, a Literal for each enumeration. */
import type { OpenAPIV3_1 } from 'openapi-types';

type Schema = OpenAPIV3_1.SchemaObject & { const?: unknown; $ref?: string };
type Operation = OpenAPIV3_1.OperationObject;

/** The module, as text. `document` is what `clientDocument` makes. */
export function pythonTypes(document: OpenAPIV3_1.Document): string {
  const module = new Module();
  const schemas = Object.entries(document.components?.schemas ?? {}) as [string, Schema][];
  for (const [name, schema] of schemas) module.define(name, schema);
  for (const operation of operationsOf(document)) defineResponse(module, operation);
  module.define('EventType', eventTypeOf(document));
  return module.text();
}

function operationsOf({ paths = {} }: OpenAPIV3_1.Document): Operation[] {
  return Object.values(paths).flatMap((item) => Object.values(item ?? {}) as Operation[]);
}

/** Responses that are no schema of their own get the name of their operation. */
function defineResponse(module: Module, { operationId = '', responses = {} }: Operation): void {
  const found = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = (found as OpenAPIV3_1.ResponseObject | undefined)?.content?.['application/json']
    ?.schema as Schema;
  if (schema && !schema.$ref) module.define(`${capital(operationId)}Response`, schema);
}

function eventTypeOf(document: OpenAPIV3_1.Document): Schema {
  const operation = operationsOf(document).find(({ operationId }) => operationId === 'testWebhookEndpoint');
  const body = operation?.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
  const schema = body?.content['application/json']?.schema as Schema | undefined;
  return schema?.properties?.type as Schema;
}

class Module {
  readonly #classes: string[] = [];
  readonly #aliases: string[] = [];

  define(name: string, schema: Schema): void {
    const type = this.#typeOf(schema, name);
    if (type !== name) this.#aliases.push(`${name} = ${type}`);
  }

  text(): string {
    const imports = 'from typing import Any, Dict, List, Literal, Optional, TypedDict, Union';
    const notice = '# Generated from openapi.json by `npm run docs`.';
    const head = `${notice}\nfrom __future__ import annotations\n\n${imports}`;
    return `${[head, ...this.#aliases.filter((line) => !line.includes('Union'))].join('\n\n')}\n\n\n${[
      ...this.#classes,
      ...this.#aliases.filter((line) => line.includes('Union')),
    ].join('\n\n\n')}\n`;
  }

  #typeOf(schema: Schema, name: string): string {
    if (schema.$ref) return schema.$ref.split('/').at(-1) ?? '';
    if (schema.enum) return literal(schema.enum);
    if (schema.const !== undefined) return literal([schema.const]);
    const choices = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
    if (choices) return union(choices.map((one, index) => this.#typeOf(one, `${name}${index || ''}`)));
    if (Array.isArray(schema.type)) {
      return union(schema.type.map((type) => this.#typeOf({ ...schema, type } as Schema, name)));
    }
    if (schema.type === 'array') return `List[${this.#typeOf(schema.items as Schema, `${name}Item`)}]`;
    if (schema.type === 'object' && schema.properties) return this.#classOf(schema, name);
    return plain[schema.type as string] ?? 'Any';
  }

  /** Members that may be absent are those of a class of their own, as Python 3.9 has it. */
  #classOf(schema: Schema, name: string): string {
    const members = Object.entries(schema.properties ?? {}).map(([member, type]) => ({
      line: `    ${member}: ${this.#typeOf(type as Schema, name + capital(member))}`,
      isRequired: schema.required?.includes(member) ?? false,
    }));
    const required = members.filter(({ isRequired }) => isRequired).map(({ line }) => line);
    const optional = members.filter(({ isRequired }) => !isRequired).map(({ line }) => line);
    const base = optional.length > 0 ? `_${name}` : name;
    this.#classes.push(
      [`class ${base}(TypedDict):`, ...(required.length > 0 ? required : ['    pass'])].join('\n'),
    );
    if (optional.length > 0) {
      this.#classes.push([`class ${name}(${base}, total=False):`, ...optional].join('\n'));
    }
    return name;
  }
}

const plain: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  null: 'None',
  object: 'Dict[str, Any]',
};

function literal(values: readonly unknown[]): string {
  const names = values.map((value) =>
    typeof value === 'boolean' ? capital(String(value)) : JSON.stringify(value),
  );
  return `Literal[${names.join(', ')}]`;
}

function union(types: readonly string[]): string {
  const others = [...new Set(types)].filter((type) => type !== 'None');
  const one = others.length > 1 ? `Union[${others.join(', ')}]` : (others[0] ?? 'None');
  return types.includes('None') && others.length > 0 ? `Optional[${one}]` : one;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
