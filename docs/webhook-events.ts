/** Generated parts of the pages about webhooks: the types of events, their fields, and an example of each. */
import { z } from 'zod';
import { type WebhookEventType, webhookEventTypes } from '../src/engine/api/webhooks.js';
import { exampleData } from '../src/engine/webhooks/examples.js';
import { webhookEvents } from '../src/sidecar/schemas/webhook-events.js';

/** The parts of JSON Schema that the schemas of events use. */
interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  type?: string | string[];
  required?: string[];
  const?: unknown;
  enum?: unknown[];
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

type Field = [path: string, type: string, meaning: string];

/** A longer list of values is left to the page about them. */
const valuesMax = 15;

/** Of the examples. */
const timestamp = '2026-11-20T07:30:01.000Z';

/** The types, each with a link to its fields. */
export function eventTable(): string[][] {
  return webhookEventTypes.map((type) => [
    `[\`${type}\`](webhook-events.md#${anchorOf(type)})`,
    webhookEvents[type].when,
  ]);
}

/** @param table draws a table from its head and rows */
export function eventSections(table: (head: string[], rows: string[][]) => string): string {
  return webhookEventTypes.map((type) => sectionOf(type, table)).join('\n\n');
}

function sectionOf(type: WebhookEventType, table: (head: string[], rows: string[][]) => string): string {
  const { when, data } = webhookEvents[type];
  const first = webhookEventTypes.find((other) => webhookEvents[other].data === data) ?? type;
  const fields =
    first === type
      ? table(['field of `data`', 'type', 'meaning'], fieldsOf(data))
      : `The fields are those of [\`${first}\`](#${anchorOf(first)}).`;
  const body = JSON.stringify({ type, timestamp, data: exampleData[type] }, null, 2);
  return [`## ${type}`, `Sent when ${when}.`, fields, `\`\`\`json\n${body}\n\`\`\``].join('\n\n');
}

/** GitHub's anchor of a heading. */
function anchorOf(type: string): string {
  return type.toLowerCase().replaceAll(/[^\w\- ]/g, '');
}

function fieldsOf(data: z.ZodType): Field[] {
  const schema = z.toJSONSchema(data, { io: 'output' }) as Schema;
  return [...walk([schema], '', schema.$defs ?? {})].map(([path, ...rest]) => [`\`${path}\``, ...rest]);
}

/** @param values what may stand there */
function* walk(values: readonly Schema[], path: string, defs: Record<string, Schema>): Generator<Field> {
  const shapes = values.flatMap((one) => shapesOf(one, defs));
  const objects = shapes.filter(({ properties }) => properties);
  for (const name of new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))) {
    const at = path === '' ? name : `${path}.${name}`;
    const inner = objects.flatMap(({ properties = {} }) => properties[name] ?? []);
    const isAlways = objects.every(({ required = [] }) => required.includes(name));
    yield [at, `${typeOf(inner, defs)}${isAlways ? '' : '; may be absent'}`, meaningOf(inner, defs)];
    yield* walk(inner, at, defs);
  }
  const items = shapes.flatMap((shape) => shape.items ?? []);
  if (items.length > 0) yield* walk(items, `${path}[]`, defs);
}

/** The shapes that a value may have. */
function shapesOf(schema: Schema, defs: Record<string, Schema>): Schema[] {
  const name = schema.$ref?.split('/').at(-1);
  const resolved = name === undefined ? schema : { ...defs[name], ...schema };
  const choices = resolved.anyOf ?? resolved.oneOf;
  return choices ? choices.flatMap((choice) => shapesOf(choice, defs)) : [resolved];
}

/** What the schema says of it: of a reference itself, else of what it refers to. */
function meaningOf(values: readonly Schema[], defs: Record<string, Schema>): string {
  const all = values.flatMap((one) => [one, ...shapesOf(one, defs)]);
  return all.find(({ description }) => description !== undefined)?.description ?? '';
}

function typeOf(values: readonly Schema[], defs: Record<string, Schema>): string {
  const shapes = values.flatMap((one) => shapesOf(one, defs));
  return [...new Set(shapes.flatMap((shape) => namesOf(shape, defs)))].join(' or ');
}

function namesOf(
  { type, const: only, enum: values, items, properties }: Schema,
  defs: Record<string, Schema>,
): string[] {
  if (only !== undefined) return [`\`${only}\``];
  if (values) return values.length > valuesMax ? ['string'] : values.map((value) => `\`${value}\``);
  if (items) return [`array of ${typeOf([items], defs)}`];
  return properties ? ['object'] : [type ?? 'any value'].flat();
}
