/** Well-formed values, made from the JSON Schemas of the description. */
import fc from 'fast-check';

export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
}

/** Values to try for members of a name, in addition to those that their schema allows. */
export type Hints = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Values that a schema allows. Bodies of requests do not refer to other schemas; for a reference any value is used. */
export function valuesOf(schema: JsonSchema, hints: Hints = {}): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((one) => valuesOf(one, hints)));
  const types = [schema.type ?? 'any'].flat();
  return fc.oneof(...types.map((type) => ofType(type, schema, hints)));
}

function ofType(type: string, schema: JsonSchema, hints: Hints): fc.Arbitrary<unknown> {
  switch (type) {
    case 'object':
      return objects(schema, hints);
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}, hints), {
        minLength: schema.minItems ?? 0,
        maxLength: schema.maxItems ?? 3,
      });
    case 'string':
      return texts(schema);
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1_000, max: schema.maximum ?? 1_000_000 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.jsonValue();
  }
}

function objects({ properties = {}, required = [] }: JsonSchema, hints: Hints): fc.Arbitrary<unknown> {
  const members = Object.entries(properties).map(([name, schema]) => {
    const hint = hints[name];
    const allowed = valuesOf(schema, hints);
    return [
      name,
      hint ? fc.oneof({ weight: 3, arbitrary: hint }, { weight: 1, arbitrary: allowed }) : allowed,
    ] as const;
  });
  return fc.record(Object.fromEntries(members), { requiredKeys: required });
}

function texts({ pattern, minLength = 0, maxLength = 40 }: JsonSchema): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= maxLength);
  return fc.string({ unit: 'grapheme-ascii', minLength, maxLength: Math.min(maxLength, 60) });
}
